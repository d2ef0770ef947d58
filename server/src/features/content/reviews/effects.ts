import { ANSWER_STATUS } from '@askwell/contract/shapes.ts'
import type { App, Effect, Tx } from '../../../events/events.ts'
import { deletePendingDecisions, nextPendingDecision } from './queries.ts'
import {
  deleteReviewsOf,
  findReviewed,
  findReviewOf,
  lockReview,
  REVIEW_STATUS,
  type Reviewed,
  updateReview,
} from '../review-queue/queries.ts'
import { carryOutDue } from './service.ts'

/** Approving or deleting a waiting post or comment decides its review, no matter from which page that is done. */
const settle = async (tx: Tx, reviewed: Reviewed, decided_by: number, status: number) => {
  const found = await findReviewed(tx.db, reviewed)
  const review = found && (await lockReview(tx.db, found.id))
  if (review?.status === REVIEW_STATUS.waiting)
    await updateReview(tx.db, review.id, { status, decided_by, decided_at: tx.now() })
}

export const settleDeleted: Effect<'question.deleted' | 'answer.deleted'> = (tx, { object_id, actor_id }) =>
  settle(tx, { post_id: object_id, comment_id: 0 }, actor_id, REVIEW_STATUS.rejected)
export const settleApproved: Effect<'question.approved' | 'answer.approved'> = (tx, { object_id, actor_id }) =>
  settle(tx, { post_id: object_id, comment_id: 0 }, actor_id, REVIEW_STATUS.approved)
export const settleDeletedComment: Effect<'comment.deleted'> = (tx, { post_id, object_id, actor_id }) =>
  settle(tx, { post_id, comment_id: object_id }, actor_id, REVIEW_STATUS.rejected)

/** One that waited when it was deleted waits again. */
export const queueCommentAgain: Effect<'comment.undeleted'> = async (tx, { post_id, object_id, status }) => {
  const found = await findReviewed(tx.db, { post_id, comment_id: object_id })
  if (!found) return
  const waiting = status === ANSWER_STATUS.pending
  await updateReview(
    tx.db,
    found.id,
    waiting ? { status: REVIEW_STATUS.waiting, decided_by: 0, decided_at: 0 } : { status: REVIEW_STATUS.approved },
  )
}

export const settleApprovedComment: Effect<'comment.approved'> = (tx, { post_id, object_id, actor_id }) =>
  settle(tx, { post_id, comment_id: object_id }, actor_id, REVIEW_STATUS.approved)

/** A pending decision was made about another text: what was written since needs a decision of its own. */
const decideAnew = async (tx: Tx, reviewed: Reviewed) => {
  const review = await findReviewed(tx.db, reviewed)
  if (review?.status === REVIEW_STATUS.waiting) await deletePendingDecisions(tx.db, 'queued_post', review.id)
}
export const decideAnewOnPost: Effect<'question.edited' | 'answer.edited'> = (tx, { object_id }) =>
  decideAnew(tx, { post_id: object_id, comment_id: 0 })
export const decideAnewOnComment: Effect<'comment.edited' | 'comment.held'> = (tx, { post_id, object_id }) =>
  decideAnew(tx, { post_id, comment_id: object_id })

/** A post that waited before its author deleted it waits again. */
export const queueAgain: Effect<'question.undeleted' | 'answer.undeleted'> = async (
  tx,
  { object_id, status, actor_id },
) => {
  const found = await findReviewOf(tx.db, object_id)
  if (!found) return
  const waiting = status === ANSWER_STATUS.pending
  await updateReview(
    tx.db,
    found.id,
    waiting
      ? { status: REVIEW_STATUS.waiting, decided_by: 0, decided_at: 0 }
      : {
          status: REVIEW_STATUS.approved,
          ...(found.status === REVIEW_STATUS.rejected && { decided_by: actor_id, decided_at: tx.now() }),
        },
  )
}

export const deleteReviewsOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteReviewsOf(tx.db, post_ids)

export const carryOutDecisions = (app: App) => carryOutDue(app)

/** When the next pending decision can no longer be undone. */
export const nextDecision = nextPendingDecision
