import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Database } from '../../../db/connect.ts'
import type { Db } from '../../../db/dialect.ts'
import { listApplied } from '../../../db/migrate.ts'
import { atOneMoment, countRows, BACKUP_TABLES, lastIds, rowsOf, type Table } from '../../../db/rows.ts'
import { renameDurably } from '../../../lib/durable.ts'
import { createArchive } from '../../../lib/archive.ts'
import { listUploads } from '../files/stores/every-upload.ts'
import { openUpload, type Reach } from '../files/stores/of-site.ts'
import type { Manifest } from './views.ts'
import { BackupProblem, FORMAT, isFull, MANIFEST, type Progress } from './format.ts'
import { verifyBackup } from './verify-backup.ts'

/** Rows go into archive members of about this size, so that neither writing nor reading holds a whole table in memory. */
const PART_BYTES = 4 * 2 ** 20

interface Made {
  manifest: Manifest
  uploads: number
  /** Uploads that were deleted while it was written. */
  missing: string[]
  bytes: number
}

/** How much work there is, in the steps that `onProgress` counts. */
export const backupSteps = async (reach: Reach) => {
  const { db } = reach
  let steps = (await listUploads(reach)).size
  for (const table of BACKUP_TABLES) steps += await countRows(db, table)
  return steps
}

async function* hashed(stream: AsyncIterable<Buffer>, hash: Hash) {
  for await (const chunk of stream) {
    hash.update(chunk)
    yield chunk
  }
}

/** The archive while it is written, with what its table of contents says of each member. */
const createWriting = (unfinished: string, now: number, onProgress: Progress['onProgress']) => {
  const archive = createArchive(unfinished, new Date(now * 1000))
  const users: Manifest['members'] = {}
  let done = 0
  let bytes = 0
  return {
    archive,
    members: users,
    bytes: () => bytes,
    noteProgress: (steps: number, what: string) => onProgress((done += steps), what),
    add: async (path: string, content: Buffer) => {
      users[path] = createHash('sha256').update(content).digest('hex')
      bytes += content.length
      await archive.add(path, content)
    },
    addStream: async (path: string, size: number, content: AsyncIterable<Buffer>) => {
      const hash = createHash('sha256')
      await archive.addStream(path, size, hashed(content, hash))
      users[path] = hash.digest('hex')
      bytes += size
    },
  }
}
type Writing = ReturnType<typeof createWriting>

const addTable = async (tx: Db, table: Table, writing: Writing) => {
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
    await writing.add(`tables/${table}/${String(++part).padStart(6, '0')}.jsonl`, content)
  }
  for await (const batch of rowsOf(tx, table)) {
    for (const row of batch) {
      const line = `${JSON.stringify(row)}\n`
      lines.push(line)
      size += line.length
      if (size > PART_BYTES) await flush()
    }
    rows += batch.length
    writing.noteProgress(batch.length, table)
  }
  if (lines.length) await flush()
  return { rows, sha256: hash.digest('hex'), last_id: 0 }
}

/** Every table as of one moment. @returns the table of contents, to which uploads are still to be added. */
const addTables = (db: Db, about: Pick<Manifest, 'engine' | 'version' | 'made_at'>, writing: Writing) =>
  atOneMoment(db, async (tx): Promise<Manifest> => {
    const tables: Manifest['tables'] = {}
    for (const table of BACKUP_TABLES) tables[table] = await addTable(tx, table, writing)
    const last = await lastIds(tx)
    for (const [table, its] of Object.entries(tables)) its.last_id = last[table] ?? 0
    return { askwell_backup: FORMAT, ...about, migrations: await listApplied(tx), tables, members: writing.members }
  })

/** After the rows: every upload they name was there before. Uploads deleted since are left out, and listed. */
const addUploads = async (reach: Reach, writing: Writing) => {
  const uploads = await listUploads(reach)
  const missing: string[] = []
  for (const [path, storage] of uploads) {
    const opened = await openUpload(reach, path, storage)
    if (opened) await writing.addStream(`uploads/${path}`, opened.bytes, opened.content)
    else missing.push(path)
    writing.noteProgress(1, 'uploads')
  }
  return { uploads: uploads.size - missing.length, missing }
}

interface Wanted extends Pick<Reach, 'config' | 'plugins'> {
  file: string
  version: string
  now: number
}

/** Writes the whole site, as of one moment, into one file; the site may be in use. The file only gets its name after it has been read back completely. */
export const writeBackup = async (
  { db, engine }: { db: Db; engine: Database['engine'] },
  { config, plugins, file, version, now, onProgress }: Wanted & Progress,
): Promise<Made> => {
  if (existsSync(file)) throw new BackupProblem('error.backup.name_taken', { path: file })
  if (!existsSync(dirname(file))) throw new BackupProblem('error.backup.no_folder', { path: dirname(file) })
  const unfinished = `${file}.unfinished`
  await rm(unfinished, { force: true })
  const writing = createWriting(unfinished, now, onProgress)
  const { archive } = writing
  try {
    const manifest = await addTables(db, { version, made_at: now, engine }, writing)
    const { uploads, missing } = await addUploads({ db, config, plugins, noLinks: true }, writing)
    await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)))
    await archive.close()
    await verifyBackup(unfinished)
    await renameDurably(unfinished, file)
    return { manifest, uploads, missing, bytes: writing.bytes() }
  } catch (error) {
    await archive.abandon()
    await rm(unfinished, { force: true })
    throw isFull(error) ? new BackupProblem('error.backup.no_room', { path: file }) : error
  }
}
