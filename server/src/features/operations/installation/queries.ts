import { accessSync, constants, existsSync, mkdtempSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connect } from '../../../db/connect.ts'
import { refuseUnsuitable } from '../../../db/problem.ts'
import { sqliteFile } from '../../../lib/folders.ts'

/** Checks without leaving anything behind: the file is only made when the choice is stored. */
const reachFile = (path: string) => {
  if (existsSync(path)) {
    accessSync(path, constants.W_OK)
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      database.prepare('select count(*) from sqlite_master').get()
    } finally {
      database.close()
    }
  }
  let folder = dirname(path)
  while (!existsSync(folder)) folder = dirname(folder)
  rmdirSync(mkdtempSync(join(folder, '.askwell-'))) // permissions alone don't say it: root has them all in /proc too
}

/** Throws if the database can't be reached. */
export const reach = async (url: string) => {
  const file = sqliteFile(url)
  if (file !== undefined) return reachFile(file)
  const database = connect(url)
  try {
    await refuseUnsuitable(database.read)
  } finally {
    await database.close()
  }
}
