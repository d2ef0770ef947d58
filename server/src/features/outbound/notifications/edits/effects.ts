import type { Effect } from '../../../../events/events.ts'
import { isUnreviewed } from '../../../content/posts/policy.ts'
import { findPost } from '../../../content/posts/queries.ts'
import { aboutAnswer, aboutPost, authorOf, tell } from '../tell.ts'

/** The asker, and the answer's author. While it waits for review the asker doesn't see it. */
export const tellAskerOfEdit: Effect<'answer.edited'> = async (tx, { actor_id, object_id, question_id }) => {
  const answer = (await findPost(tx.db, object_id))!
  const concerned = isUnreviewed(answer) ? [answer.user_id] : [await authorOf(tx, question_id), answer.user_id]
  await tell(tx, new Map(concerned.map((id) => [id, 'update_answer'])), actor_id, aboutAnswer(object_id, question_id))
}

/** An edit of a post is shown among the achievements, with its points; one of a tag has a notice of its own. */
export const tellOfApprovedEdit: Effect<'revision.approved'> = async (
  tx,
  { actor_id, object_type, object_id, editor_id },
) => {
  if (object_type === 'tag')
    await tell(tx, new Map([[editor_id, 'your_edit_was_approved']]), actor_id, {
      object_type,
      object_id,
      question_id: 0,
      answer_id: 0,
      comment_id: 0,
    })
}

export const tellOfRejectedEdit: Effect<'revision.rejected'> = async (
  tx,
  { actor_id, object_type, object_id, question_id, editor_id },
) =>
  tell(tx, new Map([[editor_id, 'your_edit_was_rejected']]), actor_id, {
    object_type,
    object_id,
    question_id,
    answer_id: object_type === 'answer' ? object_id : 0,
    comment_id: 0,
  })

/** The asker hears of edits by others. */
export const tellAskerOfChange: Effect<'question.edited'> = async (tx, { actor_id, object_id, question_id }) =>
  tell(
    tx,
    new Map([[await authorOf(tx, question_id), 'update_question']]),
    actor_id,
    aboutPost('question', object_id, question_id),
  )
