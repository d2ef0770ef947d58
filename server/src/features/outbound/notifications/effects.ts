import type { App, Effect } from '../../../events/events.ts'
import { findComment } from '../../content/comments/queries.ts'
import { DAY } from '../../../lib/clock.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { findPost } from '../../content/posts/queries.ts'
import { concernedByComment } from './policy.ts'
import { deleteNotificationsAbout, deleteNotificationsTo, deleteReadBefore } from './queries.ts'
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
  deleteNotificationsAbout(tx.db, { question_id, post_ids })

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

export const deleteNotificationsOfUser: Effect<'user.erased'> = (tx, { object_id }) =>
  deleteNotificationsTo(tx.db, object_id)

const AT_ONCE = 1000

/** Read ones go after the time that the admin has set; unread ones stay. In steps, so that nobody waits for it. */
export const deleteOldNotifications = async (app: App) => {
  const { notification_days } = (await siteSettings(app)).notifications
  if (notification_days === 0) return
  for (let some = AT_ONCE; some === AT_ONCE;)
    some = await app.transaction((tx) => deleteReadBefore(tx.db, tx.now() - notification_days * DAY, AT_ONCE))
}
