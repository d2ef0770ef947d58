import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../../events/events.ts'
import { NotFound } from '../../../lib/errors.ts'
import { filesBelow } from '../../../lib/no-symlinks.ts'
import { backupFile } from './place.ts'

/** In the data folder: its time is that of the last backup made of it. */
export const LAST_BACKUP = 'last-backup'

/** The last member of an archive: its contents, with checksums. */
export interface Manifest {
  askwell_backup: number
  version: string
  made_at: number
  engine: 'sqlite' | 'postgres'
  /** The migrations that its tables have had. */
  migrations: string[]
  /** `sha256` is over all rows, one JSON object a line, columns by name: equal on both engines. */
  tables: Record<string, { rows: number; sha256: string; last_id: number }>
  /** SHA-256 of each other member. */
  members: Record<string, string>
}

export interface Upload {
  path: string
  place: string
  bytes: number
}

/** A name that stays inside the folder, and is valid on every system. */
export const UPLOAD_PATH = /^\w[\w-]*\/[\w-][\w.-]*$/

/** All complete uploads; symbolic links don't count. */
export const listUploads = async (data: string): Promise<Upload[]> => {
  const top = join(data, 'uploads')
  const paths: string[] = []
  if (existsSync(top))
    for await (const path of filesBelow(top)) if (UPLOAD_PATH.test(path) && !path.endsWith('.new')) paths.push(path)
  const found: Upload[] = []
  for (const path of paths.sort()) {
    const place = join(top, path)
    const about = await lstat(place).catch(() => undefined) // removed meanwhile
    if (about?.isFile()) found.push({ path, place, bytes: about.size })
  }
  return found
}

/** The file of a backup that is there. */
export const existingBackup = (app: App, name: string) => {
  const file = backupFile(app.config.data, name)
  if (!file || !existsSync(file)) throw new NotFound('error.object.not_found')
  return file
}
