import type { Selectable } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'

export const findVote = (db: Db, post_id: number, user_id: number) =>
  db
    .selectFrom('votes')
    .select(['id', 'direction'])
    .where('post_id', '=', post_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

export const insertVote = async (
  db: Db,
  vote: { post_id: number; user_id: number; direction: DB['votes']['direction']; created_at: number },
) => (await db.insertInto('votes').values(vote).returning('id').executeTakeFirstOrThrow()).id

export const deleteVote = (db: Db, id: number) => db.deleteFrom('votes').where('id', '=', id).execute()

/** Always counted from the rows, so that it can't drift. */
export const countVotes = (db: Db, post_id: number) =>
  db
    .selectFrom('votes')
    .where('post_id', '=', post_id)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('direction', '=', 'up').as('up_votes'),
      fn.countAll<number>().filterWhere('direction', '=', 'down').as('down_votes'),
    ])
    .executeTakeFirstOrThrow()

export const hasCommentVote = async (db: Db, comment_id: number, user_id: number) =>
  Boolean(
    await db
      .selectFrom('comment_votes')
      .select('user_id')
      .where('comment_id', '=', comment_id)
      .where('user_id', '=', user_id)
      .executeTakeFirst(),
  )

export const insertCommentVote = (db: Db, vote: { comment_id: number; user_id: number; created_at: number }) =>
  db.insertInto('comment_votes').values(vote).execute()

export const deleteCommentVote = (db: Db, comment_id: number, user_id: number) =>
  db.deleteFrom('comment_votes').where('comment_id', '=', comment_id).where('user_id', '=', user_id).execute()

export const countCommentVotes = async (db: Db, comment_id: number) =>
  (
    await db
      .selectFrom('comment_votes')
      .where('comment_id', '=', comment_id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const findVoteById = (db: Db, id: number) =>
  db.selectFrom('votes').selectAll().where('id', '=', id).executeTakeFirst()

/** Under the number it had. */
export const restoreVote = (db: Db, vote: Selectable<DB['votes']>) => db.insertInto('votes').values(vote).execute()

export const findCommentVote = (db: Db, comment_id: number, user_id: number) =>
  db
    .selectFrom('comment_votes')
    .selectAll()
    .where('comment_id', '=', comment_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

/** All votes on these posts, and on the comments on them. */
export const deleteVotesOn = async (db: Db, post_ids: number[]) => {
  await db
    .deleteFrom('comment_votes')
    .where('comment_id', 'in', db.selectFrom('comments').select('id').where('post_id', 'in', post_ids))
    .execute()
  await db.deleteFrom('votes').where('post_id', 'in', post_ids).execute()
}
