import { CompiledQuery } from 'kysely'
import { type Db, isPostgres, reserveIds } from './dialect.ts'
import type { DB } from './tables.ts'

/** Rows of one statement. Only a few sizes are used, so that their statements stay prepared; building one for each number of rows took longer than inserting them. */
const SIZES = [64, 8, 1]

interface Around {
  /** For an index that is no table of ours. */
  verb?: string
  /** What stands behind the rows. */
  behind?: string
}

const statements = new Map<string, string>()

const statement = (db: Db, table: string, columns: string[], size: number, { verb, behind }: Required<Around>) => {
  const key = [isPostgres(db), verb, table, columns, size, behind].join('\n')
  const known = statements.get(key)
  if (known) return known
  let number = 0
  const place = isPostgres(db) ? () => `$${++number}` : () => '?'
  const row = () => `(${columns.map(place).join(', ')})`
  const sql = `${verb} "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) values ${Array.from({ length: size }, row).join(', ')} ${behind}`
  statements.set(key, sql)
  return sql
}

type Row = Record<string, unknown>

const columnsOf = (row: Row) => Object.keys(row).filter((name) => row[name] !== undefined)

const hasSame = (columns: string[], row: Row) => {
  let count = 0
  for (const name in row) if (row[name] !== undefined) count++
  return count === columns.length && columns.every((name) => row[name] !== undefined)
}

/** Inserts rows, however many. @returns what `returning` asks for. */
export const insertMany = async <R = never>(
  db: Db,
  table: keyof DB | 'search_index',
  rows: Row[],
  { verb = 'insert into', behind = '' }: Around = {},
): Promise<R[]> => {
  const given: R[] = []
  for (let at = 0; at < rows.length;) {
    const columns = columnsOf(rows[at]!)
    let end = at + 1
    while (end < rows.length && hasSame(columns, rows[end]!)) end++
    for (const size of SIZES) {
      for (; end - at >= size; at += size) {
        const values: unknown[] = []
        for (const row of rows.slice(at, at + size)) for (const name of columns) values.push(row[name])
        const sql = statement(db, table, columns, size, { verb, behind })
        const { rows: back } = await db.executeQuery<R>(CompiledQuery.raw(sql, values))
        for (const one of back) given.push(one)
      }
    }
  }
  return given
}

/** Pads a list to one of a few lengths by repeating its last value, so that the statement stays prepared. */
export const evenLength = <T>(list: T[]): T[] => {
  const length = EVEN.find((one) => one >= list.length)
  return length === undefined || list.length === 0
    ? list
    : [...list, ...Array.from({ length: length - list.length }, () => list.at(-1)!)]
}
const EVEN = [1, 8, 64, 250, 500]

/** The same; the ids come in the order of the rows. A row that brings its own has reserved it. */
export const insertWithIds = async (db: Db, table: keyof DB, rows: Row[]) => {
  const numbers = await reserveIds(db, table, rows.filter(({ id }) => id === undefined).length)
  let next = 0
  const numbered = rows.map((row) => (row.id === undefined ? { ...row, id: numbers[next++]! } : row))
  await insertMany(db, table, numbered)
  return numbered.map(({ id }) => id as number)
}
