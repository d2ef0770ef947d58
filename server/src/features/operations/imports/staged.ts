import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Import } from './batches.ts'
import { keptPrivate } from './private-site.ts'
import type { Examined, Opening, Source, SourceForm } from './source.ts'
import { firstOf, type Staging } from './sql-dumps/staging.ts'
import type { Given, TableName } from './tables/columns.ts'
import { tables } from './tables/import.ts'
import type { Form, Row } from './tables/rows.ts'
import { UPLOADS } from './uploads/copy.ts'

/** A row of the staging. */
export type StagedRow = Record<string, string | number | null>
export interface StagedTable {
  sql: string
  /** The table whose rows these are there: what is wrong with one is said with them. */
  of: string
  /** As the intermediate form has it; undefined if nobody is to see it, null if it is a row of another table. */
  read: (row: StagedRow, staging: Staging) => Given | undefined | null
  fileName?: string
}
export type StagedForm = Partial<Record<TableName, StagedTable | StagedTable[]>>

/** How many rows come between two words about the progress. */
const TOLD_EVERY = 500

function* rowsOf(
  staging: Staging,
  them: StagedTable[],
  size: number,
  onBytes: (bytes: number) => void,
): Generator<Row> {
  let [rows, told] = [0, 0]
  const total = them.reduce((sum, { of }) => sum + (staging.counts.get(of) ?? 0), 0)
  for (const { sql, read } of them)
    for (const row of staging.database.prepare(sql).iterate() as Iterable<StagedRow>) {
      if (++rows % TOLD_EVERY === 0) {
        const now = Math.min(size, Math.floor((rows / Math.max(total, 1)) * size))
        onBytes(now - told)
        told = now
      }
      const line = Number(row.line_) || 0
      const given = read(row, staging)
      if (given === null) continue
      if (!given) yield { line, isOther: true }
      else
        yield {
          line,
          given,
          isForeign: Object.values(given).some((one) => typeof one === 'string' && one.includes('\uFFFD')),
        }
    }
  onBytes(size - told)
}

const ORDER = ['tags', 'members', 'questions', 'answers', 'comments'] as const satisfies TableName[]

/** The table with which is said what is wrong with a row: the first that is read from there. */
const ownerOf = (form: StagedForm, of: string) =>
  ORDER.find((table) => [form[table] ?? []].flat().some((part) => part.of === of)) ?? 'questions'

const formOf = (staging: Staging, form: StagedForm, file: string): Form => {
  const partsOf = (table: TableName) => [form[table] ?? []].flat()
  return {
    fileName: (table) => partsOf(table)[0]?.fileName ?? file,
    rows: function* (folder, table, onBytes) {
      if (table === 'questions' && staging.cut) yield { line: staging.cut, isCut: true }
      for (const { table: of, line, problem } of staging.complaints)
        if (ownerOf(form, of) === table) yield { line, problem }
      const path = join(folder, partsOf(table)[0]?.fileName ?? file)
      yield* rowsOf(staging, partsOf(table), statSync(path, { throwIfNoEntry: false })?.size ?? 0, onBytes)
    },
  }
}

interface Way {
  /** Its names, of which the first that is there is read. */
  names: readonly string[]
  more?: readonly string[]
  stage: (path: string, doing: Opening) => Promise<Staging>
  form: StagedForm
  uploads?: WithUploads
  /** Whether the old site is for its members only; undefined where its dump doesn't say. */
  isPrivate?: (staging: Staging) => boolean | undefined
}

/** What brings the uploads that texts name. */
export interface WithUploads {
  bring: (one: Import, form: Form, staging: Staging) => Promise<void>
  examine: (one: Examined, form: Form, staging: Staging) => ReturnType<Source['examine']>
}

const withUploads = (source: Source, { bring, examine }: WithUploads, form: Form, staging: Staging): Source => ({
  ...source,
  counted: [...source.counted, UPLOADS],
  bring: async (one) => {
    await source.bring(one)
    await bring(one, form, staging)
    one.tally.finish(UPLOADS)
  },
  examine: async function* (one) {
    yield* source.examine(one)
    yield* examine(one, form, staging)
  },
})

/** A form that is brought in as the intermediate form is, once a database of its own holds what its file says. */
export const staged = (...ways: Way[]): SourceForm => {
  const names = ways.flatMap((way) => way.names)
  return {
    files: [...names, ...ways.flatMap(({ more = [] }) => more)],
    missing: (folder) => (firstOf(folder, names) ? [] : [ways.map((way) => way.names[0]).join(' or ')]),
    open: async (folder, doing) => {
      const way = ways.find((one) => firstOf(folder, one.names))!
      const file = firstOf(folder, way.names)!
      const staging = await way.stage(join(folder, file), doing)
      const form = formOf(staging, way.form, file)
      const source = way.isPrivate ? keptPrivate(tables(form), way.isPrivate(staging)) : tables(form)
      return {
        source: way.uploads ? withUploads(source, way.uploads, form, staging) : source,
        close: staging.close,
      }
    },
  }
}

/** As MySQL and PostgreSQL write it: in UTC where they say no zone. A day without an hour has none, though it ends like one. */
export const time = (value: StagedRow[string] | undefined) =>
  typeof value === 'string' ? value.replace(/(:\d\d(?:\.\d+)?[+-]\d\d)$/, '$1:00') : undefined
/** A member's own page elsewhere, as far as it can be one. */
export const webAddress = (value: StagedRow[string] | undefined) =>
  /^https?:\/\/\S{1,500}$/i.test(String(value ?? '')) && URL.canParse(String(value)) ? value : undefined
export const isTrue = (value: StagedRow[string] | undefined) => ['t', 'true', '1'].includes(String(value).toLowerCase())
/** At most so many characters, whole ones. */
export const cut = (value: StagedRow[string] | undefined, max: number) =>
  [
    ...String(value ?? '')
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
  ]
    .slice(0, max)
    .join('')
