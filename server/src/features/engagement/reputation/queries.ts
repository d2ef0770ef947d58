import type { Insertable, Selectable } from 'kysely'
import { evenLength, insertMany } from '../../../db/insert-many.ts'
import type { Db } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'
import { DAY } from '../../../lib/clock.ts'

export type Entry = Selectable<DB['reputation_entries']>
export type NewEntry = Omit<Insertable<DB['reputation_entries']>, 'id'>

export const insertEntries = async (db: Db, entries: NewEntry[]) => {
  await insertMany(db, 'reputation_entries', entries)
}

/** Entries of a cause that haven't been taken back. */
export const listByCause = (db: Db, cause: string) =>
  db
    .selectFrom('reputation_entries')
    .selectAll()
    .where('cause', '=', cause)
    .where('taken_back_at', '=', 0)
    .orderBy('id')
    .execute()

export const listEntriesOf = (db: Db, ids: number[]): Promise<Entry[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('reputation_entries').selectAll().where('id', 'in', ids).orderBy('id').execute()

/** The next users by id, and the last id there is. */
export const nextUsers = async (db: Db, after: number, limit: number) => {
  const rows = await db.selectFrom('users').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
  const { last } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  return { ids: rows.map(({ id }) => id), last: last ?? 0 }
}

export const listRanks = (db: Db, ids: number[]) =>
  db.selectFrom('users').select(['id', 'username', 'rank']).where('id', 'in', ids).orderBy('id').execute()

/** The causes of these entries. */
export const listCauses = async (db: Db, ids: number[]) =>
  (await db.selectFrom('reputation_entries').select('cause').distinct().where('id', 'in', ids).execute()).map(
    ({ cause }) => cause,
  )

export const hasCause = async (db: Db, cause: string) =>
  Boolean(await db.selectFrom('reputation_entries').select('id').where('cause', '=', cause).limit(1).executeTakeFirst())

export const markTakenBack = (db: Db, ids: number[], now: number) =>
  db.updateTable('reputation_entries').set({ taken_back_at: now }).where('id', 'in', ids).execute()

/** The points from votes on the day that begins then, as far as the daily limit counts them. */
export const gainedOn = async (db: Db, user_id: number, day: number) =>
  (
    await db
      .selectFrom('reputation_entries')
      .select(({ fn }) => fn.sum<number | null>('points').as('sum'))
      .where('user_id', '=', user_id)
      .where('created_at', '>=', day)
      .where('created_at', '<', day + DAY)
      .where('capped', '=', 1)
      .where('taken_back_at', '=', 0)
      .executeTakeFirstOrThrow()
  ).sum ?? 0

/** The sum of the entries in force, which users.rank repeats. */
export const sumInForce = async (db: Db, user_id: number) =>
  (
    await db
      .selectFrom('reputation_entries')
      .select(({ fn }) => fn.sum<number | null>('points').as('sum'))
      .where('user_id', '=', user_id)
      .where('taken_back_at', '=', 0)
      .executeTakeFirstOrThrow()
  ).sum ?? 0

/** The question of a post; 0 if there is no such post. */
export const questionOf = async (db: Db, post_id: number) =>
  (await db.selectFrom('posts').select('question_id').where('id', '=', post_id).executeTakeFirst())?.question_id ?? 0

export const deleteEntriesOf = (db: Db, user_ids: number[]) =>
  db.deleteFrom('reputation_entries').where('user_id', 'in', evenLength(user_ids)).execute()

/** The points from these posts stay, whatever becomes of them; nothing can take them back from now on. */
export const detachFrom = (db: Db, post_ids: number[]) =>
  db
    .updateTable('reputation_entries')
    .set({ post_id: 0, cause: '' })
    .where('post_id', '>', 0)
    .where('post_id', 'in', post_ids)
    .execute()
