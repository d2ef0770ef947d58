import type { Effect, Tx } from '../../events/events.ts'
import { findComment } from '../comments/queries.ts'
import { findPost } from '../posts/queries.ts'
import { concernedByComment, type InboxAction } from './policy.ts'
import { addToAchievement, hasDoneBefore, insertNotices, listReachable, type NewNotice, renewUnread } from './queries.ts'

type About = Pick<NewNotice, 'object_type' | 'object_id' | 'question_id' | 'answer_id' | 'comment_id'>

/** Never oneself, nor who can't hear it; the same thing once more moves the unread line up instead of adding one. */
const tell = async (tx: Tx, told: Map<number, InboxAction>, actor_id: number, about: About) => {
  const others = [...told.keys()].filter((id) => id !== actor_id)
  const fresh: NewNotice[] = []
  for (const user_id of await listReachable(tx.db, others)) {
    const action = told.get(user_id)!
    const notice = { ...about, user_id, action, actor_id: action.startsWith('down_voted') ? 0 : actor_id }
    if (!(await renewUnread(tx.db, notice, tx.now()))) fresh.push(notice)
  }
  if (fresh.length) await insertNotices(tx.db, fresh, tx.now())
}

const aboutAnswer = (answer_id: number, question_id: number): About => ({ object_type: 'answer', object_id: answer_id, question_id, answer_id, comment_id: 0 })
const authorOf = async (tx: Tx, post_id: number) => (await findPost(tx.db, post_id))?.user_id ?? 0

export const tellAsker: Effect<'answer.given'> = async (tx, { actor_id, object_id, question_id }) =>
  tell(tx, new Map([[await authorOf(tx, question_id), 'answer_the_question']]), actor_id, aboutAnswer(object_id, question_id))

export const tellAskerOfEdit: Effect<'answer.edited'> = async (tx, { actor_id, object_id, question_id }) =>
  tell(tx, new Map([[await authorOf(tx, question_id), 'update_answer']]), actor_id, aboutAnswer(object_id, question_id))

export const tellAccepted: Effect<'answer.accepted'> = async (tx, { actor_id, answer_id, answer_author_id, question_author_id, question_id }) => {
  if (answer_author_id !== question_author_id) await tell(tx, new Map([[answer_author_id, 'accept_answer']]), actor_id, aboutAnswer(answer_id, question_id))
}

export const tellOfComment: Effect<'comment.added'> = async (tx, { actor_id, object_id, question_id, post_id, reply_comment_id, mentioned_ids }) => {
  const post = (await findPost(tx.db, post_id))!
  const replied = reply_comment_id ? await findComment(tx.db, reply_comment_id) : undefined
  const answer_id = post.kind === 'answer' ? post_id : 0
  await tell(tx, concernedByComment({ actor_id, post, replied_to: replied?.user_id ?? 0, mentioned_ids }), actor_id,
    { object_type: 'comment', object_id, question_id, answer_id, comment_id: object_id })
}

// domain-facts §7: of somebody's votes on a thing only the first is told.
export const tellOfVote: Effect<'vote.cast'> = async (tx, { actor_id, object_type, object_id, question_id, kind, direction, author_id }) => {
  if (await hasDoneBefore(tx.db, { type: 'vote.cast', actor_id, object_type, object_id })) return
  const answer_id = kind === 'answer' ? object_id : 0
  await tell(tx, new Map<number, InboxAction>([[author_id, `${direction}_voted_${kind}`]]), actor_id, { object_type, object_id, question_id, answer_id, comment_id: 0 })
}

export const tellOfCommentVote: Effect<'comment.voted'> = async (tx, { actor_id, object_type, object_id, question_id, author_id }) => {
  if (await hasDoneBefore(tx.db, { type: 'comment.voted', actor_id, object_type, object_id })) return
  const { post_id } = (await findComment(tx.db, object_id))!
  await tell(tx, new Map([[author_id, 'up_voted_comment']]), actor_id,
    { object_type, object_id, question_id, answer_id: post_id === question_id ? 0 : post_id, comment_id: object_id })
}

/** What a post has brought its author, or cost someone; carried-over totals and activations are about no post. */
export const keepAchievement: Effect<'reputation.changed'> = async (tx, { actor_id, object_id, question_id, post_id, points, reason }) => {
  if (!question_id || (await listReachable(tx.db, [object_id])).length === 0) return
  const object_type = post_id === question_id ? 'question' : 'answer'
  const hidden = reason.endsWith('voted_down') // domain-facts §7: who voted down stays hidden
  await addToAchievement(tx.db, { user_id: object_id, action: reason, actor_id: hidden ? 0 : actor_id, object_type, object_id: post_id, question_id, points }, tx.now())
}
