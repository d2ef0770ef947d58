import { type Selectable, sql, type SqlBool } from 'kysely'
import { type Db, locking } from '../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../db/page.ts'
import type { DB } from '../../../db/tables.ts'

export type Review = Selectable<DB['reviews']>

// As Apache Answer's API has them.
export const REVIEW_STATUS = { waiting: 1, approved: 2, rejected: 3 } as const

/** In the words of the partial index of migration 0006; what somebody has just decided is out of the queue, though it can still be undone. */
const waits = () =>
  sql<SqlBool>`reviews.status = 1 and not exists (select 1 from review_decisions as pending
    where pending.queue = 'queued_post' and pending.item_id = reviews.id)`

export const insertReview = (
  db: Db,
  review: Pick<Review, 'post_id' | 'question_id' | 'user_id' | 'status' | 'reviewer' | 'reason' | 'created_at'>,
) =>
  db
    .insertInto('reviews')
    .values({ ...review, decided_by: 0, decided_at: 0 })
    .execute()

/** Once more where it has been in the queue before. */
export const queueComment = (
  db: Db,
  review: Pick<Review, 'post_id' | 'comment_id' | 'question_id' | 'user_id' | 'reviewer' | 'reason' | 'created_at'>,
) => {
  const waiting = { ...review, status: REVIEW_STATUS.waiting, decided_by: 0, decided_at: 0 }
  return db
    .insertInto('reviews')
    .values(waiting)
    .onConflict((on) => on.columns(['post_id', 'comment_id']).doUpdateSet(waiting))
    .execute()
}

/** Comments that wait, but have lost their place in the queue. */
export const queueLostComments = async (db: Db, ids: number[], created_at: number) => {
  const comments = await db
    .selectFrom('comments')
    .select(['id as comment_id', 'post_id', 'question_id', 'user_id'])
    .where('id', 'in', ids)
    .where('status', '=', 11)
    .execute()
  for (const comment of comments) await queueComment(db, { ...comment, reviewer: '', reason: '', created_at })
}

/** Posts that wait, but have lost their place in the queue. */
export const queueLost = async (db: Db, post_ids: number[], created_at: number) => {
  const posts = await db
    .selectFrom('posts')
    .select(['id as post_id', 'question_id', 'user_id'])
    .where('id', 'in', post_ids)
    .where('status', '=', 11)
    .execute()
  for (const post of posts)
    await insertReview(db, { ...post, status: REVIEW_STATUS.waiting, reviewer: '', reason: '', created_at })
}

export const findReview = (db: Db, id: number) =>
  db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirst()

export const lockReview = (db: Db, id: number) =>
  db.selectFrom('reviews').selectAll().where('id', '=', id).$call(locking(db)).executeTakeFirst()

export const updateReview = (db: Db, id: number, changes: Partial<Omit<Review, 'id'>>) =>
  db.updateTable('reviews').set(changes).where('id', '=', id).execute()

/** Of a post itself `comment_id` is 0. */
export interface Reviewed {
  post_id: number
  comment_id: number
}

/** Why a post or a comment waits, or did. */
export const findReviewed = (db: Db, { post_id, comment_id }: Reviewed) =>
  db
    .selectFrom('reviews')
    .selectAll()
    .where('post_id', '=', post_id)
    .where('comment_id', '=', comment_id)
    .executeTakeFirst()

/** Posts that were approved in this time, the newest first. */
export const listApproved = async (db: Db, { after, upTo }: { after: number; upTo: number }, limit: number) =>
  db
    .selectFrom('reviews')
    .select(['post_id', 'decided_at'])
    .where(sql<SqlBool>`status = 2 and comment_id = 0`) // as the index has it
    .where('decided_at', '>', after)
    .where('decided_at', '<=', upTo)
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .execute()

export const findReviewOf = (db: Db, post_id: number) => findReviewed(db, { post_id, comment_id: 0 })

export const deleteReviewsOf = (db: Db, post_ids: number[]) =>
  db.deleteFrom('reviews').where('post_id', 'in', post_ids).execute()

const narrowed = (db: Db, one: Reviewed | undefined) => {
  const waiting = db.selectFrom('reviews').where(waits())
  return one ? waiting.where('post_id', '=', one.post_id).where('comment_id', '=', one.comment_id) : waiting
}

export const countReviews = async (db: Db, one?: Reviewed) =>
  (
    await narrowed(db, one)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Oldest first; of one post or comment only where one is given. */
export const listReviews = (db: Db, { one, ...page }: Page & { one?: Reviewed }) =>
  narrowed(db, one).selectAll().orderBy('id').limit(page.page_size).offset(offsetOf(page)).execute()
