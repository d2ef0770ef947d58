import type { Tx } from '../../../events/events.ts'
import { findPost } from '../../content/posts/queries.ts'
import type { InboxAction } from './policy.ts'
import { listReachable } from './queries.ts'
import type { NewNotification } from './writing/queries.ts'
import { writeNotifications } from './writing/write.ts'

export type About = Pick<NewNotification, 'object_type' | 'object_id' | 'question_id' | 'answer_id' | 'comment_id'>

/** Tells neither the actor nor users who can't read it. */
export const tell = async (tx: Tx, told: Map<number, InboxAction>, actor_id: number, about: About, occasion = 0) => {
  const others = [...told.keys()].filter((id) => id !== actor_id)
  const reachable = await listReachable(tx.db, others)
  for (const [action, ids] of Map.groupBy(reachable, (id) => told.get(id)!))
    await writeNotifications(tx, ids, {
      ...about,
      action,
      actor_id: action.startsWith('down_voted') ? 0 : actor_id,
      occasion,
    })
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
