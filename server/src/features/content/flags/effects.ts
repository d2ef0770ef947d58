import type { Effect } from '../../../events/events.ts'
import { deleteReportsOn } from './queries.ts'
import { closeReportsOn } from './service.ts'

export const settleFlags: Effect<'question.deleted' | 'answer.deleted'> = (tx, { actor_id, kind, object_id }) =>
  closeReportsOn(tx, actor_id, { object_type: kind, object_id, post_id: object_id })

export const settleFlagsOnComment: Effect<'comment.deleted'> = (tx, { actor_id, object_id, post_id }) =>
  closeReportsOn(tx, actor_id, { object_type: 'comment', object_id, post_id })

export const deleteReportsOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteReportsOn(tx.db, post_ids)
