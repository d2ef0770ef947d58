import { existsSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Backup, BACKUP_ORIGINS } from '@askwell/contract/backups.ts'
import { makeFolder } from '../../../lib/folders.ts'

/** Backups made from the page and by themselves are here; the folder may be a mount or a link to another disk. */
export const backupFolder = (data: string) => join(data, 'backups')

const NAME = /^[\w-][\w.-]{0,130}\.tar\.gz$/
export const isBackupName = (name: string) => NAME.test(name)

export type Origin = Exclude<Backup['origin'], 'other'>
const originOf = (name: string): Backup['origin'] =>
  BACKUP_ORIGINS.find((origin) => name.endsWith(`-${origin}.tar.gz`)) ?? 'other'

const moment = (now: number) => new Date(now * 1000).toISOString().slice(0, 19).replaceAll(':', '-')
/** A name that isn't taken: `askwell-2026-11-21T03-00-00-scheduled.tar.gz`. */
export const newBackupName = (data: string, now: number, origin: Origin) => {
  for (let n = 0; ; n++) {
    const name = `askwell-${moment(now + n)}-${origin}.tar.gz`
    if (!existsSync(join(backupFolder(data), name))) return name
  }
}

export const describeBackup = (place: Backup['place'], name: string, bytes: number, made_at: number): Backup => ({
  name,
  place,
  bytes,
  made_at,
  origin: originOf(name),
})

/** The newest first. */
export const newestFirst = (list: Backup[]) =>
  list.toSorted((a, b) => b.made_at - a.made_at || (a.name < b.name ? 1 : -1))

export const listBackups = async (data: string): Promise<Backup[]> => {
  const folder = backupFolder(data)
  const names = (await readdir(folder).catch(() => [])).filter(isBackupName)
  const found = await Promise.all(
    names.map(async (name) => {
      const about = await lstat(join(folder, name)).catch(() => undefined) // deleted meanwhile
      return about?.isFile() ? [describeBackup('folder', name, about.size, Math.floor(about.mtimeMs / 1000))] : []
    }),
  )
  return newestFirst(found.flat())
}

/** Where a backup of that name is or will be; undefined for a name that could lead elsewhere. */
export const backupFile = (data: string, name: string) => {
  if (!isBackupName(name)) return undefined
  makeFolder(backupFolder(data), 0o700)
  return join(backupFolder(data), name)
}

/** With what was noted beside it. */
export const removeBackup = async (file: string) => {
  await rm(file, { force: true })
  await rm(`${file}.json`, { force: true })
}
