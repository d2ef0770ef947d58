import type { Effect } from '../../../events/events.ts'
import { findComment } from '../../content/comments/queries.ts'
import { findPost } from '../../content/posts/queries.ts'
import { concernedByComment } from './policy.ts'
import { addToAchievement, deleteNoticesAbout, deleteNoticesTo, listReachable } from './queries.ts'
import { aboutAnswer, aboutComment, aboutPost, authorOf, tell } from './tell.ts'

export const tellAsker: Effect<'answer.given'> = async (tx, { actor_id, object_id, question_id }) =>
  tell(
    tx,
    new Map([[await authorOf(tx, question_id), 'answer_the_question']]),
    actor_id,
    aboutAnswer(object_id, question_id),
  )

/** As above, but the actor of the event approved the answer; its author wrote it. */
export const tellAskerOfApproved: Effect<'answer.approved'> = async (tx, { author_id, object_id, question_id }) =>
  tell(
    tx,
    new Map([[await authorOf(tx, question_id), 'answer_the_question']]),
    author_id,
    aboutAnswer(object_id, question_id),
  )

export const tellAccepted: Effect<'answer.accepted'> = async (
  tx,
  { actor_id, answer_id, answer_author_id, question_author_id, question_id },
) => {
  if (answer_author_id !== question_author_id)
    await tell(tx, new Map([[answer_author_id, 'accept_answer']]), actor_id, aboutAnswer(answer_id, question_id))
}

export const deleteNotificationsOfPost: Effect<'post.erased'> = (tx, { question_id, post_ids }) =>
  deleteNoticesAbout(tx.db, { question_id, post_ids })

export const tellOfComment: Effect<'comment.added'> = async (
  tx,
  { actor_id, object_id, question_id, post_id, reply_comment_id, mentioned_ids },
) => {
  const post = (await findPost(tx.db, post_id))!
  const replied = reply_comment_id ? await findComment(tx.db, reply_comment_id) : undefined
  await tell(
    tx,
    concernedByComment({ actor_id, post, replied_to: replied?.user_id ?? 0, mentioned_ids }),
    actor_id,
    aboutComment({ object_id, post_id, question_id }),
  )
}

export const tellInvited: Effect<'question.invited'> = async (tx, { actor_id, object_id, question_id, invited_ids }) =>
  tell(
    tx,
    new Map(invited_ids.map((id) => [id, 'invited_you_to_answer' as const])),
    actor_id,
    aboutPost('question', object_id, question_id),
  )

export const deleteNotificationsOfUser: Effect<'user.erased'> = (tx, { object_id }) => deleteNoticesTo(tx.db, object_id)

/** The points of a post for its author or a voter; imported totals and activations belong to no post. */
export const keepAchievement: Effect<'reputation.changed'> = async (
  tx,
  { actor_id, object_id, question_id, post_id, points, reason },
) => {
  if (!question_id || (await listReachable(tx.db, [object_id])).length === 0) return
  const object_type = post_id === question_id ? 'question' : 'answer'
  const hidden = reason.endsWith('voted_down') // nobody is told who voted down
  await addToAchievement(
    tx.db,
    {
      user_id: object_id,
      action: reason,
      actor_id: hidden ? 0 : actor_id,
      object_type,
      object_id: post_id,
      question_id,
      points,
    },
    tx.now(),
  )
}
