import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BrokenRow, type Import, type NumberedRecord } from '../batches.ts'
import { Stopped } from '../import-stopped.ts'
import { readRows, type Wants } from './rows.ts'
import { isSelected } from './selected.ts'

export const COUNTED = ['Tags', 'Users', 'Posts', 'Comments'] as const
export const MORE = ['PostHistory', 'PostLinks', 'Votes', 'Badges'] as const
export type File = (typeof COUNTED)[number] | (typeof MORE)[number]

export type Fields = Record<string, string>
export type Reading = Pick<Import, 'folder' | 'tally' | 'onBytes' | 'signal' | 'selection'>

export const fileName = (file: string) => `${file}.xml`
export const hasFile = (folder: string, file: File) => existsSync(join(folder, fileName(file)))

const FOREIGN = "it has bytes that aren't UTF-8; they are shown as �"

interface Options {
  wants?: Wants
  /** Read so often: each time counts for a part of the progress. */
  readings?: number
  /** Complaints come with the first reading only. */
  silent?: boolean
}

/** The rows of a file, none if it isn't there; a broken one is reported, and so is the end if it is missing. */
export async function* fieldsIn(
  { folder, tally, onBytes, signal, selection }: Reading,
  file: File,
  { wants, readings = 1, silent = false }: Options = {},
): AsyncGenerator<{ line: number; fields: Fields }> {
  if (!hasFile(folder, file)) return
  for await (const row of readRows(join(folder, fileName(file)), (bytes) => onBytes(file, bytes / readings), wants)) {
    if (signal.aborted) throw new Stopped()
    if ('isCut' in row) {
      tally.noteCut(file, row.line)
      continue
    }
    if (!silent) tally.count(file, 'rows')
    if ('problem' in row) {
      if (!silent) tally.complain(file, row.line, row.problem)
      continue
    }
    if (selection && !isSelected(selection, file, row.fields)) {
      if (!silent) tally.count(file, 'other')
      continue
    }
    if (row.hasForeignBytes && !silent) tally.remark(file, row.line, FOREIGN)
    yield row
  }
}

/** What is odd about a row that comes in all the same. */
export type Remark = (problem: string) => void

/** The records of a file; a row without anything useful is counted, a broken one reported. */
export async function* records<T>(
  one: Reading,
  file: File,
  read: (fields: Fields, remark: Remark) => T | undefined,
): AsyncGenerator<NumberedRecord<T>> {
  for await (const { line, fields } of fieldsIn(one, file)) {
    try {
      const record = read(fields, (problem) => one.tally.remark(file, line, problem))
      if (record === undefined) one.tally.count(file, 'other')
      else yield { line, record }
    } catch (error) {
      if (!(error instanceof BrokenRow)) throw error
      one.tally.complain(file, line, error.message)
    }
  }
}
