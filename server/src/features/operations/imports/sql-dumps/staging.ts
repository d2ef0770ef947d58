import { existsSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { join } from 'node:path'
import { NotADump } from '../not-a-dump.ts'
import { roomOn } from '../room.ts'
import type { Opening } from '../source.ts'
import { GrowsTooMuch, readDump } from './read.ts'

// What a dump says of its tables stands apart, and in the order of their names. So it is read into a database of its own first, on
// the disk, where posts find their tags and authors. SQLite deletes a database without a name when it is closed, or its process ends.

export type RawRow = Record<string, SQLInputValue | undefined>
export type StagedTables = Record<
  string,
  {
    columns: Record<string, 'text' | 'integer'>
    key?: readonly string[]
    indexes?: readonly (readonly string[])[]
    /** What is kept of a row; undefined if nothing is. */
    keep?: (row: RawRow) => RawRow | undefined
  }
>

export interface Complaint {
  table: string
  line: number
  problem: string
}
export interface Staging {
  database: DatabaseSync
  /** How many rows of each table there are. */
  counts: Map<string, number>
  complaints: Complaint[]
  /** The line at which the file breaks off. */
  cut: number
  /** @returns whether it is there now: of several with the same key the first stays. */
  add: (table: string, line: number, row: RawRow) => boolean
  close: () => void
}

const quoted = (name: string) => `"${name}"`
const list = (names: readonly string[]) => names.map(quoted).join(', ')
/** Numbers beyond it aren't exact, and nothing that is counted comes near. */
const DIGITS_MAX = 15
const COMPLAINTS_MAX = 1000
export const TWICE = 'a row before it has the same key, and stays'
const CACHE_KILOBYTES = 32 * 1024
const PAGE_BYTES = 4096
const PAGES_MIN = 100
const SQLITE_FULL = 13

/** SQLite puts a database without a name into one of these. */
const TEMPORARY = ['/var/tmp', tmpdir()]
const roomForIt = () =>
  Math.min(...TEMPORARY.filter((folder) => existsSync(folder)).map((folder) => roomOn(statfsSync(folder))))

const createStaging = (tables: StagedTables, room: number): Staging => {
  const database = new DatabaseSync('')
  database.exec(`pragma cache_size = -${CACHE_KILOBYTES}; pragma journal_mode = off; pragma synchronous = off;
    pragma page_size = ${PAGE_BYTES}; pragma max_page_count = ${Math.max(Math.floor(room / PAGE_BYTES), PAGES_MIN)}`)
  for (const [name, { columns, key, indexes = [] }] of Object.entries(tables)) {
    const its = Object.entries(columns).map(([column, type]) => `${quoted(column)} ${type}`)
    database.exec(
      `create table ${quoted(name)} (line_ integer, ${its.join(', ')}${key ? `, primary key (${list(key)})` : ''})`,
    )
    indexes.forEach((one, at) =>
      database.exec(`create index ${quoted(`${name}_${at}`)} on ${quoted(name)} (${list(one)})`),
    )
  }
  const inserts = new Map(
    Object.entries(tables).map(([name, { columns }]) => {
      const names = ['line_', ...Object.keys(columns)]
      return [
        name,
        database.prepare(
          `insert or ignore into ${quoted(name)} (${list(names)}) values (${names.map(() => '?').join(', ')})`,
        ),
      ]
    }),
  )
  const counts = new Map<string, number>()
  return {
    database,
    counts,
    complaints: [],
    cut: 0,
    add: (table, line, row) => {
      const { columns, keep } = tables[table]!
      const kept = keep ? keep(row) : row
      if (!kept) return true
      const values = Object.entries(columns).map(([name, type]) => {
        const value = kept[name] ?? null
        return type === 'integer' && String(value).length > DIGITS_MAX ? null : value
      })
      const isNew = inserts.get(table)!.run(line, ...values).changes > 0
      if (isNew) counts.set(table, (counts.get(table) ?? 0) + 1)
      return isNew
    },
    close: () => database.close(),
  }
}

/** Notes what is wrong with a row; not all of them, if they are very many. */
export const complainOf = ({ complaints }: Staging, complaint: Complaint) => {
  if (complaints.length < COMPLAINTS_MAX) complaints.push(complaint)
}

export const dumpNames = (stem: string) => [`${stem}.sql`, `${stem}.sql.gz`]
export const firstOf = (folder: string, names: readonly string[]) =>
  names.find((name) => existsSync(join(folder, name)))

/** Fills a staging, in one transaction; what goes wrong leaves nothing open. */
export const fill = async (
  tables: StagedTables,
  work: (staging: Staging) => Promise<void>,
  room: number = roomForIt(),
) => {
  const staging = createStaging(tables, room)
  try {
    staging.database.exec('begin')
    await work(staging)
    staging.database.exec('commit')
    return staging
  } catch (error) {
    staging.close()
    if ((error as { errcode?: number }).errcode === SQLITE_FULL)
      throw new NotADump('It unpacks to more than there is room for on the disk.')
    throw error
  }
}

/** Reads a dump into tables of the same names; without those that are `needed` it is another program's. */
export const stageDump = (
  path: string,
  tables: StagedTables,
  needed: readonly string[],
  { progress, signal }: Opening,
) => {
  const [size, name] = [statSync(path).size, basename(path)]
  let read = 0
  return fill(tables, async (staging) => {
    const items = readDump(path, {
      isWanted: (table) => Object.hasOwn(tables, table),
      onBytes: (bytes) => progress((read += bytes), size, name),
      signal,
    })
    try {
      for await (const item of items)
        if ('isCut' in item) staging.cut = item.line
        else if ('problem' in item) complainOf(staging, item)
        else {
          const row = Object.fromEntries(item.columns.map((column, at) => [column, item.cells[at]]))
          if (!staging.add(item.table, item.line, row))
            complainOf(staging, { table: item.table, line: item.line, problem: TWICE })
        }
    } catch (error) {
      if (error instanceof GrowsTooMuch) throw new NotADump(`${name} unpacks to more than a dump does.`)
      if (String((error as { code?: string }).code).startsWith('Z_')) throw new NotADump(`${name} can't be unpacked.`)
      throw error
    }
    const lacking = needed.filter((table) => !staging.counts.has(table))
    if (lacking.length) throw new NotADump(`${name} has no rows of ${lacking.join(', ')}.`)
  })
}
