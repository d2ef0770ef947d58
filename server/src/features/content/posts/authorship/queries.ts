import type { Db } from '../../../../db/dialect.ts'

/** Of these posts those on which the member has voted. */
export const listVotedOn = async (db: Db, user_id: number, post_ids: number[]) =>
  new Set(
    post_ids.length === 0
      ? []
      : (
          await db
            .selectFrom('votes')
            .select('post_id')
            .where('user_id', '=', user_id)
            .where('post_id', 'in', post_ids)
            .execute()
        ).map((row) => row.post_id),
  )
