import type { Selectable } from 'kysely'
import type { Tx } from '../../../events/events.ts'
import type { DB } from '../../../db/tables.ts'
import { insertReview, queueComment, REVIEW_STATUS } from './queries.ts'
import type { Judged } from '../reviewers/policy.ts'

type Post = Selectable<DB['posts']>
type Comment = Selectable<DB['comments']>

/** Keeps a new post from being shown: everything follows when it is approved. */
export const queueForReview = async (
  tx: Tx,
  post: Pick<Post, 'id' | 'kind' | 'question_id' | 'user_id'>,
  { verdict, reviewer, reason, failed }: Judged,
) => {
  const { id: post_id, kind, question_id, user_id } = post
  const status = verdict === 'deleted' ? REVIEW_STATUS.rejected : REVIEW_STATUS.waiting
  await insertReview(tx.db, { post_id, question_id, user_id, status, reviewer, reason, created_at: tx.now() })
  await tx.emit('post.held', {
    actor_id: user_id,
    object_type: kind,
    object_id: post_id,
    question_id,
    kind,
    verdict: status === REVIEW_STATUS.rejected ? 'deleted' : 'waiting',
    failed,
  })
}

/** Keeps a new or edited comment from being shown, together with the people it names. */
export const holdBackComment = async (
  tx: Tx,
  { id, post_id, question_id, user_id }: Pick<Comment, 'id' | 'post_id' | 'question_id' | 'user_id'>,
  { reviewer, reason, failed }: Judged,
  mentioned_ids: number[] = [],
) => {
  await queueComment(tx.db, { post_id, comment_id: id, question_id, user_id, reviewer, reason, created_at: tx.now() })
  await tx.emit('comment.held', {
    actor_id: user_id,
    object_type: 'comment',
    object_id: id,
    question_id,
    post_id,
    failed,
    mentioned_ids,
  })
}
