import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import papaparse from 'papaparse'
import { createTurns } from '../../../../lib/turns.ts'
import { BrokenRow, type Import, type NumberedRecord } from '../batches.ts'
import { Stopped } from '../import-stopped.ts'
import { readLines } from '../lines.ts'
import { ROW_MAX, TOO_LONG } from '../row-limit.ts'
import { isSelected } from './selected.ts'
import { columnsOf, type Given, type TableName, type Values, valuesOf } from './columns.ts'

export type Reading = Pick<Import, 'folder' | 'tally' | 'onBytes' | 'signal' | 'selection'>

/** Many times what any table has: rows of very many would take the memory of the site. */
const COLUMNS_MAX = 300
const tooWide = (columns: number) => `it has ${columns} columns, and a row may have ${COLUMNS_MAX}`
/** So many columns that aren't known are named. */
const UNKNOWN_MAX = 100

const FOREIGN = "it has bytes that aren't UTF-8; they are shown as �"

/** A row as it stands there, what is wrong with it, that it isn't one to bring in, or where its file breaks off. */
export type Row =
  | { line: number; given: Given; isForeign?: boolean }
  | { line: number; problem: string }
  | { line: number; isOther: true }
  | { line: number; isCut: true }

/** Where the rows of the tables come from. */
export interface Form {
  /** In the databases of programs accounts that were deleted are missing, which is nothing odd. */
  namesAllMembers?: true
  fileName: (table: TableName) => string
  rows: (folder: string, table: TableName, onBytes: (bytes: number) => void) => AsyncIterable<Row> | Iterable<Row>
}

/** Rows are counted as a spreadsheet does: the names of the columns are row 1, and a text of several lines is one row. */
export async function* csvRows(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Row> {
  let sinceRow = 0
  const texts = async function* () {
    const decoder = new TextDecoder() // the parser would cut letters in two where pieces end
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
      onBytes(chunk.length)
      // A quote that nobody closes would be read again with every piece, until the end of the file.
      if ((sinceRow += chunk.length) > ROW_MAX) return
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  }
  const file = Readable.from(texts())
  const parser = file.pipe(papaparse.parse(papaparse.NODE_STREAM_INPUT, { skipEmptyLines: 'greedy' }))
  file.on('error', (error) => parser.destroy(error))
  let names: string[] | undefined
  let line = 0
  for await (const cells of parser as AsyncIterable<string[]>) {
    line++
    if (sinceRow > ROW_MAX) {
      yield { line, problem: `${TOO_LONG}, and a quote in it has perhaps no end` }
      yield { line, isCut: true }
      return
    }
    sinceRow = 0
    if (!names && cells.length > COLUMNS_MAX) {
      yield { line, problem: tooWide(cells.length) }
      yield { line, isCut: true }
      return
    }
    if (!names) names = cells.map((name) => name.replace(/^\uFEFF/, '').trim())
    else if (cells.length !== names.length)
      yield { line, problem: `it has ${cells.length} columns, and the first row names ${names.length}` }
    else
      yield {
        line,
        given: Object.fromEntries(names.map((name, at) => [name, cells[at]!])),
        isForeign: cells.some((cell) => cell.includes('\uFFFD')),
      }
  }
}

async function* jsonRows(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Row> {
  let line = 0
  for await (const { lines, foreign, isTooLong } of readLines(path, onBytes))
    for (const [at, text] of lines.entries()) {
      line++
      if (isTooLong) yield { line, problem: TOO_LONG }
      if (!text.trim()) continue
      const given = parsed(text)
      const columns = given ? Object.keys(given).length : 0
      if (columns > COLUMNS_MAX) yield { line, problem: tooWide(columns) }
      else if (given) yield { line, given, isForeign: foreign.has(at) }
      else yield { line, problem: "it isn't an object in JSON" }
    }
}

const parsed = (text: string): Given | undefined => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Given) : undefined
  } catch {
    return undefined
  }
}

async function* inFile(path: string, read: (path: string) => AsyncGenerator<Row>) {
  if (existsSync(path)) yield* read(path)
}

export const FORMS = {
  csv: {
    namesAllMembers: true,
    fileName: (table) => `${table}.csv`,
    rows: (folder, table, onBytes) => inFile(join(folder, `${table}.csv`), (path) => csvRows(path, onBytes)),
  },
  jsonl: {
    namesAllMembers: true,
    fileName: (table) => `${table}.jsonl`,
    rows: (folder, table, onBytes) => inFile(join(folder, `${table}.jsonl`), (path) => jsonRows(path, onBytes)),
  },
} satisfies Record<string, Form>

/** The rows of a table as values; what is wrong with others is said by row and column. */
export async function* rowsOf(
  { folder, tally, onBytes, signal, selection }: Reading,
  form: Form,
  table: TableName,
  { silent = false } = {},
): AsyncGenerator<NumberedRecord<Values>> {
  const unknown = new Set<string>()
  const giveWay = createTurns() // also where none of the rows is one to bring in
  for await (const row of form.rows(folder, table, (bytes) => onBytes(table, bytes))) {
    await giveWay()
    if (signal.aborted) throw new Stopped()
    if ('isCut' in row) {
      if (!silent) tally.noteCut(table, row.line)
      continue
    }
    if (!silent) tally.count(table, 'rows')
    if ('isOther' in row || (selection && 'given' in row && !isSelected(selection, table, row.given))) {
      if (!silent) tally.count(table, 'other')
      continue
    }
    try {
      if ('problem' in row) throw new BrokenRow(row.problem)
      if (!silent) {
        if (row.isForeign) tally.remark(table, row.line, FOREIGN)
        for (const name of Object.keys(row.given))
          if (!(name in columnsOf(table)) && !unknown.has(name) && unknown.size < UNKNOWN_MAX) {
            unknown.add(name)
            tally.remark(table, row.line, `column ${name} is none that is known, and is left out`)
          }
      }
      yield { line: row.line, record: valuesOf(table, row.given) }
    } catch (error) {
      if (!(error instanceof BrokenRow)) throw error
      if (!silent) tally.complain(table, row.line, error.message)
    }
  }
}
