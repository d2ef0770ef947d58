import type { App } from '../../../events/events.ts'
import type { Texts } from '../../../lib/imported-text.ts'
import { createTurns } from '../../../lib/turns.ts'
import { hasOrigins, listOrigins, type OriginKind } from './queries.ts'
import { inOrder } from './in-order.ts'
import type { MemberMap } from './member-map.ts'
import type { Selection } from './selection.ts'
import type { Rendering } from './rendering.ts'
import type { Tally } from './tally.ts'

export interface ImportOptions {
  /** The old site's name: importing the same again adds nothing. */
  site: string
  /** The stemming language of the site's search index. */
  language: string
  progress: (done: number, total: number, what: string) => void
  signal: AbortSignal
  shared: boolean
  map?: MemberMap | undefined
  /** The folder that its uploads lie in. */
  files?: string | undefined
  /** The old site's settings come, too, whatever there is here. */
  settings?: boolean | undefined
  /** Nothing else comes in. */
  selection?: Selection | undefined
}

export interface Import extends ImportOptions {
  app: App
  folder: string
  tally: Tally
  /** Called with the number of bytes read. */
  onBytes: (file: string, bytes: number) => void
  /** Rows that are written at once. */
  batch: number
  rendering: Rendering
}

export interface NumberedRecord<T> {
  line: number
  record: T
}

/** What is wrong with a row, in a few words. */
export class BrokenRow extends Error {}

/** A source that has everything at hand, and a database that answers at once, let others in between. */
export async function* batches<T>(source: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<T[]> {
  const giveWay = createTurns()
  let batch: T[] = []
  for await (const item of source) {
    await giveWay()
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

/** Each with its text rendered; a text that can't be rendered is reported. */
export const withTexts = async <P extends { line: number }>(
  { tally, rendering }: Pick<Import, 'tally' | 'rendering'>,
  file: string,
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

interface What<T> {
  file: string
  kind: OriginKind
  keyOf: (record: T) => string
  texts: (batch: T[]) => Texts
}

/** Batches of what isn't here yet, with the texts made ready; while one is written, the threads have the next. */
export async function* rendered<T>(
  one: Import,
  source: AsyncIterable<NumberedRecord<T>>,
  { file, kind, keyOf, texts }: What<T>,
) {
  const isFirst = !(await hasOrigins(one.app.db, one.site, kind))
  const unknown = async (all: NumberedRecord<T>[]) => {
    if (isFirst) return all
    const known = await listOrigins(
      one.app.db,
      one.site,
      kind,
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
