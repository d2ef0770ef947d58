import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import papaparse from 'papaparse'
import { BrokenRow, type Import, type NumberedRecord } from '../batches.ts'
import { Stopped } from '../import-stopped.ts'
import { readLines } from '../lines.ts'
import { columnsOf, type Given, type TableName, type Values, valuesOf } from './columns.ts'

export type Format = 'csv' | 'jsonl'
export type Reading = Pick<Import, 'folder' | 'tally' | 'onBytes' | 'signal'>

const FOREIGN = "it has bytes that aren't UTF-8; they are shown as �"

type Row = { line: number; given: Given; isForeign?: boolean } | { line: number; problem: string }

/** Rows are counted as a spreadsheet does: the names of the columns are row 1, and a text of several lines is one row. */
async function* csvRows(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Row> {
  const file = createReadStream(path)
  file.on('data', (chunk) => onBytes(chunk.length))
  const parser = file.pipe(papaparse.parse(papaparse.NODE_STREAM_INPUT, { skipEmptyLines: 'greedy' }))
  file.on('error', (error) => parser.destroy(error))
  let names: string[] | undefined
  let line = 0
  for await (const cells of parser as AsyncIterable<string[]>) {
    line++
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
  for await (const { lines, foreign } of readLines(path, onBytes))
    for (const [at, text] of lines.entries()) {
      line++
      if (!text.trim()) continue
      const given = parsed(text)
      if (given) yield { line, given, isForeign: foreign.has(at) }
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

export const fileName = (format: Format) => (table: string) => `${table}.${format}`

/** The rows of a table as values; what is wrong with others is said by row and column. */
export async function* rowsOf(
  { folder, tally, onBytes, signal }: Reading,
  format: Format,
  table: TableName,
  { silent = false } = {},
): AsyncGenerator<NumberedRecord<Values>> {
  const path = join(folder, fileName(format)(table))
  if (!existsSync(path)) return
  const unknown = new Set<string>()
  for await (const row of (format === 'csv' ? csvRows : jsonRows)(path, (bytes) => onBytes(table, bytes))) {
    if (signal.aborted) throw new Stopped()
    if (!silent) tally.count(table, 'rows')
    try {
      if ('problem' in row) throw new BrokenRow(row.problem)
      if (!silent) {
        if (row.isForeign) tally.remark(table, row.line, FOREIGN)
        for (const name of Object.keys(row.given))
          if (!(name in columnsOf(table)) && !unknown.has(name)) {
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
