import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BadRequest } from '../../../lib/errors.ts'
import type { Manifest } from '../backups/views.ts'
import { BackupProblem } from '../backups/format.ts'
import { refuseOther } from '../backups/verify-backup.ts'
import { diskStore } from '../files/stores/disk.ts'

export const ROWS = 'rows'
export const ROWS_FORMAT = 1
export const tableFile = (table: string) => join(ROWS, `${table}.jsonl`)

/** What the rows of an export are, beside them. */
export interface OpenRows extends Pick<Manifest, 'version' | 'migrations' | 'tables'> {
  askwell_rows: number
}

const damaged = () => new BackupProblem('error.backup.damaged_contents')

const contentsOf = async (folder: string): Promise<OpenRows> => {
  const path = join(folder, ROWS, 'contents.json')
  if (!existsSync(path)) throw new BadRequest('error.export.no_rows', { values: { path: folder } })
  const found = JSON.parse(await readFile(path, 'utf8')) as Partial<OpenRows>
  if (typeof found.askwell_rows !== 'number' || !found.tables || !Array.isArray(found.migrations)) throw damaged()
  return found as OpenRows
}

/** Rows come in pieces of about this size. */
const PIECE = 4 * 2 ** 20

/** Whole lines, of which a text may have others within: only a line feed ends one. */
async function* piecesOf(file: string) {
  if (!existsSync(file)) throw damaged()
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
    const all = Buffer.concat([rest, chunk])
    const end = all.lastIndexOf('\n') + 1
    if (end) yield all.subarray(0, end)
    rest = all.subarray(end)
  }
  if (rest.length) yield rest
}

/** Reads an export that holds rows, and compares it with its own table of contents. Nothing of it is trusted before. */
export const verifyRows = async (folder: string): Promise<OpenRows> => {
  const contents = await contentsOf(folder)
  refuseOther({ ...contents, askwell_backup: contents.askwell_rows })
  for (const [table, { rows, sha256 }] of Object.entries(contents.tables)) {
    const hash = createHash('sha256')
    let count = 0
    for await (const piece of piecesOf(join(folder, tableFile(table)))) {
      hash.update(piece)
      for (const byte of piece) if (byte === 10) count++
    }
    if (count !== rows || hash.digest('hex') !== sha256) throw damaged()
  }
  return contents
}

async function* one(piece: Buffer) {
  yield piece
}

/** The rows and the uploads of an export, as a backup would hold them. */
export async function* membersOf(folder: string, { tables }: OpenRows) {
  for (const table of Object.keys(tables)) {
    let part = 0
    for await (const piece of piecesOf(join(folder, tableFile(table))))
      yield { path: `tables/${table}/${String(++part).padStart(6, '0')}.jsonl`, content: one(piece) }
  }
  const uploads = diskStore(folder, { noLinks: true })
  for await (const files of uploads.list())
    for (const { path } of files) {
      const found = await uploads.open(path)
      if (found) yield { path: `uploads/${path}`, content: found.content as AsyncIterable<Buffer> }
    }
}
