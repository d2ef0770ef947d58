import type { Effect } from '../../../events/events.ts'
import { deleteFlagsOn } from './queries.ts'
import { closeFlagsOn } from './service.ts'

export const settleFlags: Effect<'question.deleted' | 'answer.deleted'> = (tx, { actor_id, kind, object_id }) =>
  closeFlagsOn(tx, actor_id, { object_type: kind, object_id, post_id: object_id })

export const settleFlagsOnComment: Effect<'comment.deleted'> = (tx, { actor_id, object_id, post_id }) =>
  closeFlagsOn(tx, actor_id, { object_type: 'comment', object_id, post_id })

export const deleteFlagsOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteFlagsOn(tx.db, post_ids)
