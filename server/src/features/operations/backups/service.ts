import { createHash, type Hash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '../../../db/connect.ts'
import { advisoryLock, type Db, storageTrouble } from '../../../db/dialect.ts'
import { listApplied, migrateInside, NewerDatabase, refuseNewer } from '../../../db/migrate.ts'
import {
  atOneMoment,
  countRows,
  dropTables,
  emptyTable,
  insertRows,
  KEPT_TABLES,
  lastIds,
  listTables,
  type Row,
  rowsOf,
  startIdsAfter,
  type Table,
} from '../../../db/rows.ts'
import { renameDurably } from '../../../lib/durable.ts'
import { makeFolder } from '../../../lib/folders.ts'
import { below, LedAway, openBelow } from '../../../lib/no-symlinks.ts'
import { createArchive, DamagedArchive, type Member, placeFile, readAll, readArchive } from '../../../lib/archive.ts'
import { listUploads, type Manifest, UPLOAD_PATH } from './views.ts'

const FORMAT = 1
/** Rows go into archive members of about this size, so that neither writing nor reading holds a whole table in memory. */
const PART_BYTES = 4 * 2 ** 20
/** No part of a table is larger than this; a larger one is not from us. */
const LARGEST_PART = 2 ** 28
const PART = /^tables\/([a-z_]+)\/(\d{6})\.jsonl$/
const MANIFEST = 'manifest.json'

/** Printed for the person at the terminal, in one sentence. */
export class BackupProblem extends Error {}

const isFull = (error: unknown) => storageTrouble(error) === 'full'
const damaged = (why: string) => new BackupProblem(`The backup is damaged: ${why}. Nothing was changed.`)

export interface Progress {
  onProgress(done: number, what: string): void
}

interface Made {
  manifest: Manifest
  uploads: number
  /** Uploads that were deleted while it was written. */
  missing: string[]
  bytes: number
}

/** How much work there is, in the steps that `onProgress` counts. */
export const backupSteps = async (db: Db, data: string) => {
  let steps = (await listUploads(data)).length
  for (const table of KEPT_TABLES) steps += await countRows(db, table)
  return steps
}

/** Writes the whole site, as of one moment, into one file; the site may be in use. The file only gets its name after it has been read back completely. */
export const writeBackup = async (
  { db, engine }: { db: Db; engine: Database['engine'] },
  { data, file, version, now, onProgress }: { data: string; file: string; version: string; now: number } & Progress,
): Promise<Made> => {
  if (existsSync(file)) throw new BackupProblem(`${file} is there already; choose another name.`)
  if (!existsSync(dirname(file)))
    throw new BackupProblem(`There is no folder ${dirname(file)} to write the backup into.`)
  const unfinished = `${file}.unfinished`
  await rm(unfinished, { force: true })
  const archive = createArchive(unfinished, new Date(now * 1000))
  let done = 0
  let bytes = 0
  const members: Manifest['members'] = {}
  const add = async (path: string, content: Buffer) => {
    members[path] = createHash('sha256').update(content).digest('hex')
    bytes += content.length
    await archive.add(path, content)
  }

  const addTable = async (tx: Db, table: Table) => {
    const hash = createHash('sha256')
    let rows = 0
    let part = 0
    let lines: string[] = []
    let size = 0
    const flush = async () => {
      const content = Buffer.from(lines.join(''))
      hash.update(content)
      lines = []
      size = 0
      await add(`tables/${table}/${String(++part).padStart(6, '0')}.jsonl`, content)
    }
    for await (const batch of rowsOf(tx, table)) {
      for (const row of batch) {
        const line = `${JSON.stringify(row)}\n`
        lines.push(line)
        size += line.length
        if (size > PART_BYTES) await flush()
      }
      rows += batch.length
      onProgress((done += batch.length), table)
    }
    if (lines.length) await flush()
    return { rows, sha256: hash.digest('hex'), last_id: 0 }
  }

  try {
    const manifest = await atOneMoment(db, async (tx): Promise<Manifest> => {
      const tables: Manifest['tables'] = {}
      for (const table of KEPT_TABLES) tables[table] = await addTable(tx, table)
      const last = await lastIds(tx)
      for (const [table, about] of Object.entries(tables)) about.last_id = last[table] ?? 0
      return {
        askwell_backup: FORMAT,
        version,
        made_at: now,
        engine,
        migrations: await listApplied(tx),
        tables,
        members,
      }
    })
    // After the rows: every upload they name was on the disk before. Uploads deleted since are left out, and listed.
    const uploads = await listUploads(data)
    const missing: string[] = []
    for (const { path } of uploads) {
      const handle = await openBelow(join(data, 'uploads'), path) // an open file can be read to its end, even if it is deleted meanwhile
      if (handle) {
        try {
          const { size } = await handle.stat()
          const hash = createHash('sha256')
          const content = handle.createReadStream({ autoClose: false, start: 0, end: Math.max(0, size - 1) })
          await archive.addStream(`uploads/${path}`, size, hashed(content, hash))
          members[`uploads/${path}`] = hash.digest('hex')
          bytes += size
        } finally {
          await handle.close()
        }
      } else missing.push(path)
      onProgress(++done, 'uploads')
    }
    await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)))
    await archive.close()
    await verifyBackup(unfinished)
    await renameDurably(unfinished, file)
    return { manifest, uploads: uploads.length - missing.length, missing, bytes }
  } catch (error) {
    await archive.abandon()
    await rm(unfinished, { force: true })
    throw isFull(error)
      ? new BackupProblem(`There is no room for ${file}; nothing is left of what was begun of it.`)
      : error
  }
}

async function* hashed(stream: AsyncIterable<Buffer>, hash: Hash) {
  for await (const chunk of stream) {
    hash.update(chunk)
    yield chunk
  }
}

const isManifest = (found: unknown): found is Manifest => {
  const { askwell_backup, tables, members, migrations } = (found ?? {}) as Partial<Manifest>
  return (
    typeof askwell_backup === 'number' &&
    typeof tables === 'object' &&
    typeof members === 'object' &&
    Array.isArray(migrations)
  )
}

const manifestOf = async ({ content, size }: Member): Promise<Manifest> => {
  if (size > LARGEST_PART) throw damaged('its table of contents is too large')
  try {
    const found: unknown = JSON.parse((await readAll(content)).toString())
    if (isManifest(found)) return found
  } catch (error) {
    if (error instanceof DamagedArchive) throw error
  }
  throw damaged("its table of contents can't be read")
}

const refuseOther = ({ askwell_backup, version, migrations, tables }: Manifest) => {
  const newer = new BackupProblem(
    `This backup was made by a newer Askwell (${version}); install that, or take an older backup.`,
  )
  if (askwell_backup > FORMAT) throw newer
  try {
    refuseNewer(migrations)
  } catch (error) {
    throw error instanceof NewerDatabase ? newer : error
  }
  for (const table of Object.keys(tables)) if (!KEPT_TABLES.includes(table as Table)) throw newer
}

/** Reads a whole backup and compares it with its own table of contents. Nothing of it is trusted before. */
export const verifyBackup = async (file: string, onBytes?: (count: number) => void): Promise<Manifest> => {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new BackupProblem(`There is no file ${file}.`)
  const seen: Record<string, string> = {}
  const tables = new Map<string, Hash>()
  let manifest: Manifest | undefined
  try {
    for await (const member of readArchive(file, onBytes)) {
      const { path, size, content } = member
      if (manifest) throw damaged('there is something behind its end')
      if (path === MANIFEST) {
        manifest = await manifestOf(member)
        continue
      }
      const [, table] = PART.exec(path) ?? []
      if (
        (table && size > LARGEST_PART) ||
        (!table && !(path.startsWith('uploads/') && UPLOAD_PATH.test(path.slice('uploads/'.length)))) ||
        path in seen
      )
        throw damaged(`"${path.slice(0, 100)}" doesn't belong there`)
      const hash = createHash('sha256')
      const whole = table ? (tables.get(table) ?? createHash('sha256')) : undefined
      if (table) tables.set(table, whole!)
      for await (const chunk of content) {
        hash.update(chunk)
        whole?.update(chunk)
      }
      seen[path] = hash.digest('hex')
    }
  } catch (error) {
    throw error instanceof DamagedArchive ? damaged(error.message) : error
  }
  if (!manifest) throw damaged('its end is missing')
  refuseOther(manifest)
  const wrong = [...new Set([...Object.keys(seen), ...Object.keys(manifest.members)])].find(
    (path) => seen[path] !== manifest.members[path],
  )
  if (wrong !== undefined) throw damaged(`"${wrong.slice(0, 100)}" isn't what was written`)
  for (const [table, { sha256 }] of Object.entries(manifest.tables))
    if ((tables.get(table) ?? createHash('sha256')).digest('hex') !== sha256)
      throw damaged(`the rows of ${table} aren't what was written`)
  return manifest
}

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
  }: { file: string; data: string; manifest: Manifest; onBytes?: (count: number) => void },
) => {
  const kept = new Set<string>()
  let rows = 0
  const before = new Set((await listUploads(data)).map(({ path }) => path))
  const uploads = join(data, 'uploads')
  makeFolder(uploads)
  const remove = (path: string) => below(uploads, path, (place) => rm(place, { force: true }))
  const bringIn = async (tx: Db) => {
    await advisoryLock(tx, 'migrations') // who starts meanwhile waits here
    await dropTables(tx)
    await migrateInside(tx, (name) => manifest.migrations.includes(name))
    for (const table of KEPT_TABLES) if (table in manifest.tables) await emptyTable(tx, table) // rows that a migration has inserted are in the backup too
    for await (const { path, content } of readArchive(file, onBytes)) {
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
  }
  try {
    await database.write.transaction().execute(bringIn)
  } catch (error) {
    for (const path of kept) if (!before.has(path)) await remove(path).catch(() => {}) // what happened first is what is told
    if (error instanceof LedAway) throw new BackupProblem(`${error.message}; take it away first. Nothing was changed.`)
    throw isFull(error) ? new BackupProblem(`There is no room for what is in ${file}; nothing was changed.`) : error
  }
  for (const { path } of await listUploads(data)) if (!kept.has(path)) await remove(path)
  return { rows, uploads: kept.size }
}
