import type { Db } from '../../../../db/dialect.ts'
import { listed } from '../../../../db/visible.ts'

/** Added in SQL, so that two at once can't lose one. */
export const addToRank = (db: Db, id: number, points: number) =>
  db
    .updateTable('users')
    .set((eb) => ({ rank: eb('rank', '+', points) }))
    .where('id', '=', id)
    .execute()

/** Added in SQL, so that two at once can't lose one. */
export const addToFollowCounts = async (db: Db, ids: number[], by: number) => {
  if (ids.length)
    await db
      .updateTable('users')
      .set((eb) => ({ follow_count: eb('follow_count', '+', by) }))
      .where('id', 'in', ids)
      .execute()
}

/** By how many they are followed. */
export const setFollowCounts = (db: Db, ids: number[]) =>
  db
    .updateTable('users')
    .where('id', 'in', ids)
    .set((eb) => ({
      follow_count: eb
        .selectFrom('follows')
        .whereRef('object_id', '=', 'users.id')
        .where('object_type', '=', 'user')
        .select(({ fn }) => fn.countAll<number>().as('count')),
    }))
    .execute()

/** Counts what public lists show: nothing deleted, pending or unlisted. */
export const recountPostsOf = async (db: Db, ids: number[]) => {
  await db
    .updateTable('users')
    .where('id', 'in', ids)
    .set((eb) => {
      const count = (kind: 'question' | 'answer') =>
        eb
          .selectFrom('posts')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('posts.user_id', '=', 'users.id')
          .where('posts.kind', '=', kind)
          .where(listed(null))
      return { question_count: count('question'), answer_count: count('answer') }
    })
    .execute()
}

/** Corrects reputations that differ from the sum of their entries in the ledger. */
export const setRanks = (db: Db, ids: number[]) =>
  db
    .updateTable('users')
    .where('id', 'in', ids)
    .set((eb) => ({
      rank: eb
        .selectFrom('reputation_entries')
        .whereRef('user_id', '=', 'users.id')
        .where('taken_back_at', '=', 0)
        .select((e) => e.fn.coalesce(e.fn.sum<number>('points'), e.lit(0)).as('sum')),
    }))
    .execute()
