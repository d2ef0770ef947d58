import { existsSync } from 'node:fs'
import type { App } from '../../../events/events.ts'
import { NotFound } from '../../../lib/errors.ts'
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

/** The file of a backup that is there. */
export const existingBackup = (app: App, name: string) => {
  const file = backupFile(app.config.data, name)
  if (!file || !existsSync(file)) throw new NotFound('error.object.not_found')
  return file
}
