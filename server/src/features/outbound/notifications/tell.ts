import type { Tx } from '../../../events/events.ts'
import { findPost } from '../../content/posts/queries.ts'
import type { InboxAction } from './policy.ts'
import { insertNotices, listReachable, type NewNotice, renewUnread } from './queries.ts'

export type About = Pick<NewNotice, 'object_type' | 'object_id' | 'question_id' | 'answer_id' | 'comment_id'>

/** Tells neither the actor nor members who can't read it. If the same notice is still unread, it moves up instead of a second one being added. */
export const tell = async (tx: Tx, told: Map<number, InboxAction>, actor_id: number, about: About) => {
  const others = [...told.keys()].filter((id) => id !== actor_id)
  const fresh: NewNotice[] = []
  for (const user_id of await listReachable(tx.db, others)) {
    const action = told.get(user_id)!
    const notice = { ...about, user_id, action, actor_id: action.startsWith('down_voted') ? 0 : actor_id }
    if (!(await renewUnread(tx.db, notice, tx.now()))) fresh.push(notice)
  }
  if (fresh.length) await insertNotices(tx.db, fresh, tx.now())
}

export const aboutAnswer = (answer_id: number, question_id: number): About => ({
  object_type: 'answer',
  object_id: answer_id,
  question_id,
  answer_id,
  comment_id: 0,
})
export const aboutComment = ({
  object_id,
  post_id,
  question_id,
}: {
  object_id: number
  post_id: number
  question_id: number
}): About => ({
  object_type: 'comment',
  object_id,
  question_id,
  answer_id: post_id === question_id ? 0 : post_id,
  comment_id: object_id,
})
export const authorOf = async (tx: Tx, post_id: number) => (await findPost(tx.db, post_id))?.user_id ?? 0

export const aboutPost = (kind: 'question' | 'answer', object_id: number, question_id: number): About => ({
  object_type: kind,
  object_id,
  question_id,
  answer_id: kind === 'answer' ? object_id : 0,
  comment_id: 0,
})
