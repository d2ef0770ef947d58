import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { connect } from '../../db/connect.ts'

/** Without leaving anything behind: the file is only made when the choice is kept. */
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
  accessSync(folder, constants.W_OK | constants.X_OK)
}

/** Throws where there is no way to this database. */
export const reach = async (url: string) => {
  if (url.startsWith('sqlite:')) return reachFile(url.slice('sqlite:'.length))
  const database = connect(url)
  try {
    await sql`select 1`.execute(database.read)
  } finally {
    await database.close()
  }
}
