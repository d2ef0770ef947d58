import { type Kysely, sql } from 'kysely'
import { type Db, isPostgres } from './dialect.ts'
import { dropSearchIndex } from './search-tables.ts'
import { type DB, OWNER } from './tables.ts'

// All rows as they are, whatever they mean: for backups, which can be restored to the other engine.

export type Table = keyof DB
export type Row = Record<string, string | number | null>

/** Not restored: short-lived credentials, which may have been revoked since, what can be computed from the rest, and work that was under way. */
const PASSING: Table[] = [
  'sessions',
  'codes',
  'challenges',
  'sign_ins',
  'external_profiles',
  'api_tokens',
  'captchas',
  'idempotency_keys',
  'tasks',
  'sent_emails',
  'plugin_deliveries',
  'search_generations',
  'search_state',
  'search_vectors',
  'search_vocabulary',
]
export const BACKUP_TABLES = (Object.keys(OWNER) as Table[]).filter((table) => !PASSING.includes(table)).sort()

/** Everything that `work` reads is of one moment, however long it takes, while others write. */
export const atOneMoment = async <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> => {
  if (isPostgres(db))
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
  await sql`begin`.execute(db)
  try {
    await sql`select 1 from migrations`.execute(db) // the moment is that of the first read
    return await work(db)
  } finally {
    await sql`rollback`.execute(db)
  }
}

export const listTables = async (db: Db) =>
  (await db.introspection.getTables({ withInternalKyselyTables: false })).map(({ name }) => name)

interface Shape {
  columns: string[]
  order: { name: string; text: boolean }[]
}

/** The columns by name, and the order of the rows, which is the same on both engines. */
const shapeOf = async (db: Db, table: Table): Promise<Shape> => {
  const { rows } = isPostgres(db)
    ? await sql<{
        name: string
        key: boolean
        text: boolean
      }>`select a.attname as name, coalesce(a.attnum = any(i.indkey), false) as key, format_type(a.atttypid, null) in ('text', 'character varying') as text
        from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
        where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped`.execute(db)
    : await sql<{
        name: string
        key: number
        text: number
      }>`select name, pk > 0 as key, 0 as text from pragma_table_info(${table})`.execute(db)
  const columns = rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const keys = columns.filter(({ key }) => key)
  return {
    columns: columns.map(({ name }) => name),
    order: (keys.length ? keys : columns).map(({ name, text }) => ({ name, text: Boolean(text) })),
  }
}

const BATCH = 1000

/** The rows of a table in batches, with the columns by name and in the same order on both engines. Inside `atOneMoment`. */
export async function* rowsOf(db: Db, table: Table): AsyncGenerator<Row[]> {
  const { columns, order } = await shapeOf(db, table)
  if (isPostgres(db)) {
    const by = order.map(({ name, text }) => (text ? sql`${sql.ref(name)} collate "C"` : sql.ref(name)))
    await sql`declare kept_rows no scroll cursor for select ${sql.join(columns.map((name) => sql.ref(name)))}
      from ${sql.table(table)} order by ${sql.join(by)}`.execute(db)
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from kept_rows`.execute(db)
      if (rows.length) yield rows
      if (rows.length < BATCH) break
    }
    await sql`close kept_rows`.execute(db)
    return
  }
  let batch: Row[] = []
  const any = db as unknown as Kysely<Record<string, Row>>
  for await (const row of order
    .reduce((query, { name }) => query.orderBy(name), any.selectFrom(table).select(columns))
    .stream()) {
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

export const countRows = async (db: Db, table: Table) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]!.n

/** The last id given to a row of a table, which must never be given again; 0 if the table has no ids, or none was given. */
export const lastIds = async (db: Db): Promise<Record<string, number>> => {
  const { rows } = isPostgres(db)
    ? await sql<{
        name: string
        last: number | null
      }>`select replace(sequencename, '_id_seq', '') as name, last_value as last from pg_sequences
        where schemaname = current_schema()`.execute(db)
    : await sql<{ name: string; last: number }>`select name, seq as last from sqlite_sequence`.execute(db)
  return Object.fromEntries(rows.filter(({ last }) => last).map(({ name, last }) => [name, Number(last)]))
}

export const startIdsAfter = async (db: Db, table: Table, last: number) => {
  if (isPostgres(db)) await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`.execute(db)
  else {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db)
  }
}

/** Drops all our tables; for a restore, which makes them again in the same transaction. */
export const dropTables = async (db: Db) => {
  const there = await listTables(db)
  await dropSearchIndex(db)
  for (const table of [...Object.keys(OWNER), 'migrations'])
    if (there.includes(table)) await db.schema.dropTable(table).execute()
}

export const emptyTable = (db: Db, table: Table) => db.deleteFrom(table).execute()

/** As many values as both engines take in one statement. */
const VALUES = 30_000

const withoutNull = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\0', '') : value]),
  )

export const insertRows = async (db: Db, table: Table, rows: Row[]) => {
  if (rows.length === 0) return
  const atOnce = Math.max(1, Math.floor(VALUES / Object.keys(rows[0]!).length))
  // PostgreSQL keeps no NUL in a text, SQLite does.
  const fitting = isPostgres(db)
    ? rows.map((row) => (JSON.stringify(row).includes('\\u0000') ? withoutNull(row) : row))
    : rows
  for (let at = 0; at < fitting.length; at += atOnce)
    await (db as unknown as Kysely<Record<string, Row>>)
      .insertInto(table)
      .values(fitting.slice(at, at + atOnce))
      .execute()
}
