import type { Db } from '../../../db/dialect.ts'

/** How this member has voted on these posts. */
export const listVotesOf = async (db: Db, user_id: number, post_ids: number[]) =>
  new Map(
    (
      await db
        .selectFrom('votes')
        .select(['post_id', 'direction'])
        .where('user_id', '=', user_id)
        .where('post_id', 'in', post_ids)
        .execute()
    ).map((row) => [row.post_id, row.direction]),
  )

/** Which of these questions the member has bookmarked. */
export const bookmarkedOf = async (db: Db, user_id: number, ids: number[]) =>
  new Set(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('collections')
            .select('question_id')
            .where('user_id', '=', user_id)
            .where('question_id', 'in', ids)
            .execute()
        ).map((row) => row.question_id),
  )
