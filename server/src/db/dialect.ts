import { existsSync, linkSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type ColumnBuilderCallback, type Expression, type Kysely, PostgresAdapter, sql } from 'kysely'
import { PAGES } from './node-sqlite.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>

// The only file that asks which database it is, so that there is one place to look. Full-text search has its own pair in features/content/search.
export const isPostgres = (db: Kysely<any>) => db.getExecutor().adapter instanceof PostgresAdapter

/** Rows stay locked until the transaction ends. SQLite has one writer, so there is nothing to lock. */
export const locking =
  (db: Db) =>
  <Q extends { forUpdate(): Q }>(query: Q) =>
    isPostgres(db) ? query.forUpdate() : query

/** Rows that nobody else has locked, so that processes can take jobs side by side. */
export const skippingLocked =
  (db: Db) =>
  <Q extends { forUpdate(): Q; skipLocked(): Q }>(query: Q) =>
    isPostgres(db) ? query.forUpdate().skipLocked() : query

/** A growing number as primary key, never used twice. */
export const idColumn = (db: Kysely<any>): ['integer' | 'bigint', ColumnBuilderCallback] =>
  isPostgres(db)
    ? ['bigint', (c) => c.generatedByDefaultAsIdentity().primaryKey()]
    : ['integer', (c) => c.primaryKey().autoIncrement()]

/** Ids for rows that are about to be written, which nobody else gets. Inside a transaction: on SQLite only one writes at a time. */
export const reserveIds = async (db: Db, table: keyof DB, count: number): Promise<number[]> => {
  if (count === 0) return []
  if (isPostgres(db)) {
    const { rows } = await sql<{
      id: number
    }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(db)
    return rows.map(({ id }) => id)
  }
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
  const last = rows[0]?.seq ?? 0
  return Array.from({ length: count }, (_, at) => last + at + 1)
}

/** After rows with ids of their own: the next new one comes behind them. */
export const passIds = async (db: Db, table: keyof DB) => {
  if (isPostgres(db))
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select max(id) from ${sql.table(table)}),
      nextval(pg_get_serial_sequence(${table}, 'id'))))`.execute(db)
}

/** Nobody gets a new id up to this one: rows come that bring theirs. */
export const keepIds = async (db: Db, table: keyof DB, upto: number) => {
  if (isPostgres(db))
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(${upto}, nextval(pg_get_serial_sequence(${table}, 'id'))))`.execute(
      db,
    )
  else {
    await sql`insert into sqlite_sequence (name, seq) select ${table}, 0 where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(
      db,
    )
    await sql`update sqlite_sequence set seq = max(seq, ${upto}) where name = ${table}`.execute(db)
  }
}

/** Integers that may exceed 2³¹. SQLite's always can. */
export const wide = (db: Kysely<any>) => (isPostgres(db) ? 'bigint' : 'integer')

/** Text in the order of its code points, so that an index finds what begins alike. */
export const plainText = (db: Kysely<any>) => sql.raw<string>(isPostgres(db) ? 'text collate "C"' : 'text')

/** The larger of two numbers. */
export const greatest = (db: Db, a: Expression<number>, b: Expression<number>) =>
  isPostgres(db) ? sql<number>`greatest(${a}, ${b})` : sql<number>`max(${a}, ${b})`

/** Text that contains a piece, ignoring case; wildcards in the piece are plain text. */
export const containing = (db: Db, column: string, piece: string) => {
  const pattern = `%${piece.replace(/[\\%_]/g, '\\$&')}%`
  return isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} ilike ${pattern} escape '\\'`
    : sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}

interface Writer {
  db: Db
  transaction: <T>(work: (tx: { db: Db }) => Promise<T>) => Promise<T>
}

/** In KiB. */
const FEW_PAGES = { reading: 2048, writing: 4096 }

const keepToRead = async (db: Db, kept: number, mapped: number) => {
  await sql`pragma mmap_size = ${sql.lit(mapped)}`.execute(db)
  await sql`pragma cache_size = ${sql.lit(-kept)}`.execute(db)
}
const keepToWrite = ({ transaction }: Writer, kept: number) =>
  transaction((tx) => sql`pragma cache_size = ${sql.lit(-kept)}`.execute(tx.db))

/** For work that goes through all of a database, beside a site that answers: what it reads would fill the memory of both connections, up to 160 MB, and is hardly read again. */
export const withFewPages = async <T>(app: Writer, work: () => Promise<T>): Promise<T> => {
  if (isPostgres(app.db)) return work()
  const keep = async (reading: number, mapped: number, writing: number) => {
    await keepToRead(app.db, reading, mapped)
    await keepToWrite(app, writing)
  }
  try {
    await keep(FEW_PAGES.reading, 0, FEW_PAGES.writing)
    return await work()
  } finally {
    // Where the database is gone, what the work says of it counts.
    await keep(PAGES.kept, PAGES.mapped, PAGES.kept).catch(() => {})
  }
}

/**
 * For a process that only writes very much: the write-ahead log is collected for longer before it goes into the database, so that a page that
 * changes again and again is written once; and little of the files is kept in memory, of which they would fill much.
 */
export const writeInBulk = async (app: Writer) => {
  if (isPostgres(app.db)) return
  await keepToRead(app.db, FEW_PAGES.reading, 0)
  await app.transaction((tx) => sql`pragma wal_autocheckpoint = 16000`.execute(tx.db))
}

/** A unique key said no. */
export const isDuplicate = (error: unknown) => {
  const { code, errcode } = error as { code?: string; errcode?: number }
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** Two transactions got in each other's way; one of them only has to be run again. */
export const isCollision = (error: unknown) => ['40001', '40P01'].includes((error as { code?: string }).code ?? '')

/** What a transaction has read has changed, since another was faster: it only has to be run again. */
export class RetryableConflict extends Error {
  readonly code = '40001'
}

// No connection, a lost one, or wrong name and password; disk full, read-only. For SQLite: full, read-only, I/O error, can't be opened, locked by another process.
const AWAY =
  /^(08...|53300|57P0[123]|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const AWAY_SAYING = /^Connection terminated|^timeout exceeded when trying to connect/
const GONE = /^(28...|3D000|55000|57P05)$/
const GONE_SAYING = /not queryable$/
const FULL = /^(53100|ENOSPC|EDQUOT|EFBIG)$/
const READ_ONLY = /^(25006|EROFS)$/
const SQLITE: Record<number, 'gone' | 'full' | 'read-only'> = {
  13: 'full',
  8: 'read-only',
  10: 'gone',
  14: 'gone',
  5: 'gone',
}

/** An error that keeps everything from being stored: nothing of the call was written, and it can be tried again. */
export const storageTrouble = (error: unknown): 'gone' | 'full' | 'read-only' | undefined => {
  const { code = '', errcode, message = '' } = (error ?? {}) as { code?: unknown; errcode?: number; message?: string }
  if (errcode !== undefined) return SQLITE[errcode & 0xff]
  const name = String(code)
  if (FULL.test(name)) return 'full'
  if (READ_ONLY.test(name)) return 'read-only'
  return saysAway(name, message) || GONE.test(name) || GONE_SAYING.test(message) ? 'gone' : undefined
}

/** The database server isn't there, or not yet: the same may work a moment later. */
export const saysAway = (code: string, message: string) => AWAY.test(code) || AWAY_SAYING.test(message)

/** Stored data can't be read as it was written. */
export const isDamage = (error: unknown) => {
  const { code, errcode = 0 } = error as { code?: string; errcode?: number }
  return code === 'XX001' || code === 'XX002' || (errcode & 0xff) === 11
}

/** After much data was imported the planner needs new statistics. */
export const refreshStatistics = (db: Db) => sql.raw(isPostgres(db) ? 'analyze' : 'pragma optimize=0x10002').execute(db)

/** One process at a time does this, until the transaction ends. */
export const advisoryLock = async (db: Kysely<any>, name: string) => {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db)
}

const fileOf = async (db: Kysely<any>) =>
  (await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)).rows[0]!.file

/** Checked on a new connection: on one that has read the search index before, FTS5 reports later changes by others as damage. */
const damageIn = (file: string) => {
  const fresh = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    return fresh
      .prepare('pragma integrity_check(20)')
      .all()
      .map((row) => String(row.integrity_check))
      .filter((line) => line !== 'ok')
  } catch (error) {
    if (isDamage(error)) return [(error as Error).message]
    throw error
  } finally {
    fresh.close()
  }
}

/** The damage that the database itself finds, and which of these unique keys are missing. */
export const findSchemaFaults = async (db: Db, keys: string[]) => {
  const { rows: there } = isPostgres(db)
    ? await sql<{
        name: string
      }>`select relname as name from pg_index inner join pg_class on pg_class.oid = indexrelid where indisunique
        and indisvalid and relnamespace = current_schema()::regnamespace`.execute(db)
    : await sql<{
        name: string
      }>`select name from sqlite_master where type = 'index' and sql like 'create unique %'`.execute(db)
  return {
    damage: isPostgres(db) ? [] : damageIn(await fileOf(db)),
    keys: keys.filter((key) => !there.some(({ name }) => name === key)),
  }
}

/** Copies the database to a file beside it, `askwell.db.<suffix>`; an existing copy stays as it is. PostgreSQL's own tools do that better. */
export const copyDatabase = async (db: Kysely<any>, suffix: string) => {
  if (isPostgres(db)) return
  const place = `${await fileOf(db)}.${suffix}`
  if (existsSync(place)) return
  const unfinished = `${place}.${process.pid}`
  rmSync(unfinished, { force: true })
  await sql`vacuum into ${unfinished}`.execute(db)
  try {
    linkSync(unfinished, place) // fails where another process was quicker
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}
