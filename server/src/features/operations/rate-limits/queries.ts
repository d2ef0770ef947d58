import type { LimitName } from '@askwell/contract/rate-limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import { insertMany } from '../../../db/insert-many.ts'

interface Row {
  day: number
  name: LimitName
  user_id: number
  network: string
  count: number
  first_at: number
  last_at: number
}

/** Those of a day, counted up to a number. */
export const countRefusalsOf = async (db: Db, day: number, limit: number) => {
  const some = db.selectFrom('rate_refusals').select('day').where('day', '=', day).limit(limit)
  const { n } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** In one order, so that two processes that write the same rows don't wait for each other in a circle. */
const inOrder = (rows: Row[]) => {
  const keyOf = ({ day, name, user_id, network }: Row) => `${day} ${name} ${user_id} ${network}`
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

export const saveRefusals = (db: Db, rows: Row[]) =>
  insertMany(db, 'rate_refusals', inOrder(rows) as unknown as Record<string, unknown>[], {
    behind: `on conflict (day, name, user_id, network) do update set count = rate_refusals.count + excluded.count,
      last_at = excluded.last_at`,
  })

/** The latest first. */
export const listRefusals = async (db: Db, { offset, limit }: { offset: number; limit: number }) =>
  db
    .selectFrom('rate_refusals')
    .selectAll()
    .orderBy('last_at', 'desc')
    .orderBy('name')
    .orderBy('user_id')
    .orderBy('network')
    .offset(offset)
    .limit(limit)
    .execute()

export const countRefusals = async (db: Db) =>
  (await sql<{ n: number }>`select count(*) as n from rate_refusals`.execute(db)).rows[0]!.n

export const deleteRefusalsBefore = (db: Db, day: number) =>
  db.deleteFrom('rate_refusals').where('day', '<', day).execute()

export const deleteRefusalsOf = (db: Db, user_id: number) =>
  db.deleteFrom('rate_refusals').where('user_id', '=', user_id).execute()
