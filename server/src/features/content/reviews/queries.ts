import type { Queue } from '@askwell/contract/reviews.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'

export type PendingDecision = Selectable<DB['review_decisions']>

export const findPendingDecision = (db: Db, queue: Queue, item_id: number) =>
  db
    .selectFrom('review_decisions')
    .selectAll()
    .where('queue', '=', queue)
    .where('item_id', '=', item_id)
    .executeTakeFirst()

/** @returns whether nobody was quicker. */
export const insertPendingDecision = async (db: Db, decision: PendingDecision) =>
  (
    await db
      .insertInto('review_decisions')
      .values(decision)
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n

/** Only the caller's own, and only until its time has come. @returns whether it was still there. */
export const deletePendingDecision = async (
  db: Db,
  { queue, item_id, user_id, after }: { queue: Queue; item_id: number; user_id: number; after: number },
) =>
  (
    await db
      .deleteFrom('review_decisions')
      .where('queue', '=', queue)
      .where('item_id', '=', item_id)
      .where('user_id', '=', user_id)
      .where('held_until', '>', after)
      .executeTakeFirst()
  ).numDeletedRows > 0

/** Takes a decision to carry it out: if two processes try, one gets it. */
export const takePendingDecision = (db: Db, queue: Queue, item_id: number, decision: string, until: number) =>
  db
    .deleteFrom('review_decisions')
    .where('queue', '=', queue)
    .where('item_id', '=', item_id)
    .where('decision', '=', decision)
    .where('held_until', '<=', until)
    .returningAll()
    .executeTakeFirst()

export const deletePendingDecisions = (db: Db, queue: Queue, item_id: number) =>
  db.deleteFrom('review_decisions').where('queue', '=', queue).where('item_id', '=', item_id).execute()

export const nextPendingDecision = async (db: Db) =>
  (
    await db
      .selectFrom('review_decisions')
      .select((eb) => eb.fn.min('held_until').as('at'))
      .executeTakeFirst()
  )?.at ?? null

export const listDue = (db: Db, until: number, limit: number) =>
  db
    .selectFrom('review_decisions')
    .select(['queue', 'item_id', 'decision'])
    .where('held_until', '<=', until)
    .orderBy('held_until')
    .limit(limit)
    .execute()
