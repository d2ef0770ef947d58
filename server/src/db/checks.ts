import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from './dialect.ts'

export type Within = (column: string) => RawBuilder<SqlBool>
type Id = number | string

/** What must hold of every row of a table. One statement per check and range, so that a site in use is seen as it was at one moment. */
export interface Check {
  /** What is wrong with the rows that are found. */
  says: string
  rows: (within: Within, db: Db, now: number) => RawBuilder<{ id: Id }>
}
export interface CheckedTable {
  /** The column by which the table is gone through; empty: all at once. */
  key: string
  checks: Record<string, Check>
}

export const check = (says: string, rows: Check['rows']): Check => ({ says, rows })
export const missing = (table: string, column: string) =>
  sql<SqlBool>`not exists (select 1 from ${sql.table(table)} as there where there.id = ${sql.ref(column)})`
export const missingOrNone = (table: string, column: string) =>
  sql<SqlBool>`(${sql.ref(column)} <> 0 and ${missing(table, column)})`
export const wrongRows =
  (table: string, condition: RawBuilder<SqlBool>, key = 'id'): Check['rows'] =>
  (within) =>
    sql<{
      id: Id
    }>`select ${sql.ref(`${table}.${key}`)} as id from ${sql.table(table)} where ${within(`${table}.${key}`)} and (${condition})`

/** How many follow a thing. */
export const followers = (type: 'question' | 'tag' | 'user', table: string) =>
  sql<number>`(select count(*) from follows where follows.object_type = ${type} and follows.object_id = ${sql.ref(`${table}.id`)})`
