import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../../db/connect.ts'
import { advisoryLock, type Db } from '../../../db/dialect.ts'
import { migrateInside } from '../../../db/migrate.ts'
import {
  dropTables,
  emptyTable,
  insertRows,
  BACKUP_TABLES,
  listTables,
  type Row,
  startIdsAfter,
  type Table,
} from '../../../db/rows.ts'
import { makeFolder } from '../../../lib/folders.ts'
import { below, LedAway } from '../../../lib/no-symlinks.ts'
import { type ArchiveEntry, placeFile, readAll, readArchive } from '../../../lib/archive.ts'
import { SEARCH_PLUGIN } from '../../content/search/by-plugin/queries.ts'
import { deleteSettings } from '../settings/queries.ts'
import { setAllOnDisk } from '../files/queries.ts'
import { diskStore } from '../files/stores/disk.ts'
import { keepOnDisk } from '../files/stores/of-site.ts'
import type { Manifest } from './views.ts'
import { BackupProblem, isFull, PART } from './format.ts'

/** Whether the database holds a site already. */
export const holdsSite = async (db: Db) =>
  (await listTables(db)).includes('settings') &&
  (await db.selectFrom('settings').select('name').where('name', '=', 'installed').execute()).length > 0

const partsOf = (content: Buffer) =>
  content
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)

const onDisk = async (data: string) => {
  const paths: string[] = []
  for await (const files of diskStore(data).list()) paths.push(...files.map(({ path }) => path))
  return paths
}

/**
 * Puts a backup in the place of whatever is in the database, all at once: until the very end, and if anything goes wrong, all is as it was.
 * Uploads have names that are never used twice, so those of both sites can lie side by side until it is clear which site it is.
 * The caller sees to it that nobody else is at work there, and makes the search index afresh.
 */
export const restoreBackup = async (
  database: Database,
  {
    file,
    data,
    manifest,
    onBytes,
    members = readArchive(file, onBytes),
  }: {
    file: string
    data: string
    manifest: Pick<Manifest, 'migrations' | 'tables'>
    onBytes?: (count: number) => void
    /** Where they come from, if not from an archive. */
    members?: AsyncIterable<Pick<ArchiveEntry, 'path' | 'content'>>
  },
) => {
  const kept = new Set<string>()
  let rows = 0
  const before = new Set(await onDisk(data))
  const uploads = join(data, 'uploads')
  makeFolder(uploads)
  const remove = (path: string) => below(uploads, path, (place) => rm(place, { force: true }))
  const bringIn = async (tx: Db) => {
    await advisoryLock(tx, 'migrations') // who starts meanwhile waits here
    await dropTables(tx)
    await migrateInside(tx, (name) => manifest.migrations.includes(name))
    for (const table of BACKUP_TABLES) if (table in manifest.tables) await emptyTable(tx, table) // rows that a migration has inserted are in the backup too
    for await (const { path, content } of members) {
      const [, table] = PART.exec(path) ?? []
      if (table) {
        const part = partsOf(await readAll(content))
        await insertRows(tx, table as Table, part)
        rows += part.length
      } else if (path.startsWith('uploads/')) {
        const name = path.slice('uploads/'.length)
        kept.add(name)
        await below(uploads, name, (place) => placeFile(place, content), { make: true })
      }
    }
    for (const [table, { last_id }] of Object.entries(manifest.tables))
      if (last_id) await startIdsAfter(tx, table as Table, last_id)
    await migrateInside(tx, () => true)
    // All of them are here now, also those that lay in a bucket; what is in that may be another site's, such as the one this is a copy of.
    await setAllOnDisk(tx)
    await keepOnDisk(tx)
    await deleteSettings(tx, [SEARCH_PLUGIN]) // what it keeps is of another time, or on another machine
  }
  try {
    await database.write.transaction().execute(bringIn)
  } catch (error) {
    for (const path of kept) if (!before.has(path)) await remove(path).catch(() => {}) // what happened first is what is told
    if (error instanceof LedAway) throw new BackupProblem('error.backup.link', { path: error.place })
    throw isFull(error) ? new BackupProblem('error.backup.no_room_for_content', { path: file }) : error
  }
  for (const path of await onDisk(data)) if (!kept.has(path)) await remove(path)
  return { rows, uploads: kept.size }
}
