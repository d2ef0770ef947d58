import { join } from 'node:path'
import type { App } from '../../../../events/events.ts'
import { hasOrigins, listOrigins, type OriginKind } from '../queries.ts'
import { inOrder } from './in-order.ts'
import { BrokenRow } from './records.ts'
import type { Rendering } from './rendering.ts'
import type { Texts } from '../../../../lib/imported-text.ts'
import { readRows } from './rows.ts'
import { Stopped } from './import-stopped.ts'
import type { AnyFile, File, Tally } from './tally.ts'

const KINDS = { Tags: 'tag', Users: 'user', Posts: 'post', Comments: 'comment' } satisfies Record<File, OriginKind>

export interface ImportOptions {
  /** The old site's name: importing the same again adds nothing. */
  site: string
  /** The stemming language of the site's search index. */
  language: string
  progress: (done: number, total: number, what: string) => void
  signal: AbortSignal
  shared: boolean
}

export interface Import extends ImportOptions {
  app: App
  folder: string
  tally: Tally
  /** Called with the number of bytes read. */
  onBytes: (file: AnyFile, bytes: number) => void
  /** Rows that are written at once. */
  batch: number
  rendering: Rendering
}

export interface NumberedRecord<T> {
  line: number
  record: T
}

export const pathOf = (folder: string, file: AnyFile) => join(folder, `${file}.xml`)

/** The records of a file; a row without anything useful is counted, a broken one reported. */
export async function* records<T>(
  { folder, tally, onBytes, signal }: Import,
  file: File,
  read: (fields: Record<string, string>) => T | undefined,
): AsyncGenerator<NumberedRecord<T>> {
  for await (const row of readRows(pathOf(folder, file), (bytes) => onBytes(file, bytes))) {
    if (signal.aborted) throw new Stopped()
    if ('isCut' in row) {
      tally.noteCut(file, row.line)
      continue
    }
    tally.files[file].rows++
    if ('problem' in row) {
      tally.complain(file, row.line, row.problem)
      continue
    }
    try {
      const record = read(row.fields)
      if (record === undefined) tally.files[file].other++
      else yield { line: row.line, record }
    } catch (error) {
      if (!(error instanceof BrokenRow)) throw error
      tally.complain(file, row.line, error.message)
    }
  }
}

export async function* batches<T>(source: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of source) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

/** Each with its text rendered; a text that can't be rendered is reported. */
export const withTexts = async <P extends { line: number }>(
  { tally, rendering }: Import,
  file: File,
  batch: P[],
  texts: Texts,
) => {
  const made = await rendering.run(texts)
  return batch.flatMap((placed, at) => {
    const text = made[at]!
    if (typeof text !== 'string') return [{ ...placed, text }]
    tally.complain(file, placed.line, text)
    return []
  })
}

/** Batches of what isn't here yet, with the texts made ready; while one is written, the threads have the next. */
export async function* rendered<T>(
  one: Import,
  file: File,
  source: AsyncIterable<NumberedRecord<T>>,
  keyOf: (record: T) => string,
  texts: (batch: T[]) => Texts,
) {
  const isFirst = !(await hasOrigins(one.app.db, one.site, KINDS[file]))
  const unknown = async (all: NumberedRecord<T>[]) => {
    if (isFirst) return all
    const known = await listOrigins(
      one.app.db,
      one.site,
      KINDS[file],
      all.map(({ record }) => keyOf(record)),
    )
    const batch = all.filter(({ record }) => !known.has(keyOf(record)))
    one.tally.note(file, { added: 0, present: all.length - batch.length })
    return batch
  }
  yield* inOrder(
    batches(source, one.batch),
    async (all) => {
      const batch = await unknown(all)
      return withTexts(one, file, batch, texts(batch.map(({ record }) => record)))
    },
    one.rendering.threads * 2,
  )
}
