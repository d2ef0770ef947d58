import type { Effect } from '../../../../events/events.ts'
import { findComment } from '../../../content/comments/queries.ts'
import type { InboxAction } from '../policy.ts'
import { hasDoneBefore } from '../queries.ts'
import { aboutComment, tell } from '../tell.ts'

// Only a person's first vote on a post is told: changing it back and forth would be noise.
export const tellOfVote: Effect<'vote.cast'> = async (
  tx,
  { actor_id, object_type, object_id, question_id, kind, direction, author_id },
) => {
  if (await hasDoneBefore(tx.db, { type: 'vote.cast', actor_id, object_type, object_id })) return
  const answer_id = kind === 'answer' ? object_id : 0
  await tell(tx, new Map<number, InboxAction>([[author_id, `${direction}_voted_${kind}`]]), actor_id, {
    object_type,
    object_id,
    question_id,
    answer_id,
    comment_id: 0,
  })
}

export const tellOfCommentVote: Effect<'comment.voted'> = async (
  tx,
  { actor_id, object_type, object_id, question_id, author_id },
) => {
  if (await hasDoneBefore(tx.db, { type: 'comment.voted', actor_id, object_type, object_id })) return
  const { post_id } = (await findComment(tx.db, object_id))!
  const about = aboutComment({ object_id, post_id, question_id })
  await tell(tx, new Map([[author_id, 'up_voted_comment']]), actor_id, about)
}
