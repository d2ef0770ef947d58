import { type ColumnBuilderCallback, type Expression, type Kysely, PostgresAdapter, sql } from 'kysely'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>

// The only file that asks which database it is (house.md §6); full-text search has its own pair in features/search.
export const isPostgres = (db: Kysely<any>) => db.getExecutor().adapter instanceof PostgresAdapter

/** Rows stay ours until the transaction ends. SQLite has one writer, so there is nothing to ask for. */
export const locking = (db: Db) => <Q extends { forUpdate(): Q }>(query: Q) => (isPostgres(db) ? query.forUpdate() : query)

/** Rows that nobody else holds; for taking jobs side by side. */
export const skippingLocked = (db: Db) => <Q extends { forUpdate(): Q; skipLocked(): Q }>(query: Q) => (isPostgres(db) ? query.forUpdate().skipLocked() : query)

/** A growing number as primary key, never used twice. */
export const idColumn = (db: Kysely<any>): ['integer' | 'bigint', ColumnBuilderCallback] =>
  isPostgres(db) ? ['bigint', (c) => c.generatedByDefaultAsIdentity().primaryKey()] : ['integer', (c) => c.primaryKey().autoIncrement()]

/** Whole numbers that may pass 2³¹. SQLite's integer always can. */
export const wide = (db: Kysely<any>) => (isPostgres(db) ? 'bigint' : 'integer')

/** The larger of two numbers. */
export const greatest = (db: Db, a: Expression<number>, b: Expression<number>) => (isPostgres(db) ? sql<number>`greatest(${a}, ${b})` : sql<number>`max(${a}, ${b})`)

/** Text that contains a piece, whatever the case; the piece's own wildcards are plain text. */
export const containing = (db: Db, column: string, piece: string) => {
  const pattern = `%${piece.replace(/[\\%_]/g, '\\$&')}%`
  return isPostgres(db) ? sql<boolean>`${sql.ref(column)} ilike ${pattern} escape '\\'` : sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}

/** A unique key said no. */
export const isDuplicate = (error: unknown) => {
  const { code, errcode } = error as { code?: string; errcode?: number }
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** Two transactions got in each other's way; one of them only has to be run again. */
export const isCollision = (error: unknown) => ['40001', '40P01'].includes((error as { code?: string }).code ?? '')

/** After much data has come in, the planner should know. */
export const refreshStatistics = (db: Db) => sql.raw(isPostgres(db) ? 'analyze' : 'pragma optimize=0x10002').execute(db)

/** What the database calls itself, and how much it holds. For the admin's dashboard. */
export const describeDatabase = async (db: Db) => {
  const { rows } = isPostgres(db)
    ? await sql<{ version: string; bytes: number }>`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(db)
    : await sql<{ version: string; bytes: number }>`select sqlite_version() as version, page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
  return { engine: isPostgres(db) ? 'postgres' : 'sqlite3', version: rows[0]!.version, bytes: rows[0]!.bytes }
}

/** One process at a time does this, until the transaction ends. */
export const alone = async (db: Kysely<any>, name: string) => {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db)
}
