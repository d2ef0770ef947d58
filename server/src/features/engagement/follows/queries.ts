import type { Db } from '../../../db/dialect.ts'
import type { Followed } from '../../users/users/followed.ts'

/** @returns which of them weren't followed yet. */
export const insertFollows = async (
  db: Db,
  user_id: number,
  object_type: Followed,
  ids: number[],
  created_at: number,
) =>
  ids.length === 0
    ? []
    : (
        await db
          .insertInto('follows')
          .values(ids.map((object_id) => ({ user_id, object_type, object_id, created_at })))
          .onConflict((on) => on.columns(['user_id', 'object_type', 'object_id']).doNothing())
          .returning('object_id')
          .execute()
      ).map((row) => row.object_id)

/** @returns which of them were followed. */
export const deleteFollows = async (db: Db, user_id: number, object_type: Followed, ids: number[]) =>
  ids.length === 0
    ? []
    : (
        await db
          .deleteFrom('follows')
          .where('user_id', '=', user_id)
          .where('object_type', '=', object_type)
          .where('object_id', 'in', ids)
          .returning('object_id')
          .execute()
      ).map((row) => row.object_id)

/** Those who follow it, from one number on. */
export const listFollowers = async (db: Db, object_type: Followed, object_id: number, after: number, limit: number) =>
  (
    await db
      .selectFrom('follows')
      .select('user_id')
      .where('object_type', '=', object_type)
      .where('object_id', '=', object_id)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(limit)
      .execute()
  ).map((row) => row.user_id)

/** Followers of one of the first follow the other instead, once. */
export const redirectFollows = async (db: Db, object_type: Followed, from: number[], to: number) => {
  await db
    .insertInto('follows')
    .columns(['user_id', 'object_type', 'object_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('follows')
        .select(({ fn, val }) => [
          'user_id',
          'object_type',
          val(to).as('object_id'),
          fn.min('created_at').as('created_at'),
        ])
        .where('object_type', '=', object_type)
        .where('object_id', 'in', from)
        .groupBy(['user_id', 'object_type']),
    )
    .onConflict((on) => on.columns(['user_id', 'object_type', 'object_id']).doNothing())
    .execute()
  await db.deleteFrom('follows').where('object_type', '=', object_type).where('object_id', 'in', from).execute()
}

/** Of questions that are gone for good. */
export const deleteFollowsOfQuestions = (db: Db, ids: number[]) =>
  db.deleteFrom('follows').where('object_type', '=', 'question').where('object_id', 'in', ids).execute()

/** Everything that a member followed, and their followers. */
export const deleteFollowsOf = async (db: Db, user_id: number) => {
  const gone = await db
    .deleteFrom('follows')
    .where('user_id', '=', user_id)
    .returning(['object_type', 'object_id'])
    .execute()
  await db.deleteFrom('follows').where('object_type', '=', 'user').where('object_id', '=', user_id).execute()
  return gone
}

export const listFollowed = async (db: Db, user_id: number, object_type: Followed) =>
  (
    await db
      .selectFrom('follows')
      .select('object_id')
      .where('user_id', '=', user_id)
      .where('object_type', '=', object_type)
      .orderBy('created_at')
      .orderBy('object_id')
      .execute()
  ).map((row) => row.object_id)
