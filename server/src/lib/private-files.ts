import { chmodSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { SQLITE_FILE, sqliteFile } from './folders.ts'

const OWNER_ONLY = 0o077

/** What is ours and open to others is closed to them; what isn't ours, or isn't there, stays as it is. */
const close = (place: string) => {
  const about = lstatSync(place, { throwIfNoEntry: false })
  if (!about || about.isSymbolicLink() || about.uid !== process.getuid?.() || (about.mode & OWNER_ONLY) === 0) return
  chmodSync(place, about.mode & 0o700)
}

const IN_THE_FOLDER = ['config.json', 'in-use.lock', 'uploads', 'outbox']
const OF_THE_DATABASE = ['', '-wal', '-shm', '-journal']

/**
 * The folder may have been made by an earlier version or by hand, and holds passwords, e-mails with codes and keys. Nobody else may enter the folder;
 * our own files in it are closed too, in case the folder is opened again.
 */
export const restrictToOwner = (data: string, database: string) => {
  const file = sqliteFile(database) ?? join(data, SQLITE_FILE)
  for (const place of [
    data,
    ...IN_THE_FOLDER.map((name) => join(data, name)),
    ...OF_THE_DATABASE.map((end) => `${file}${end}`),
  ])
    close(place)
}
