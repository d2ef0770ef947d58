import type { Effect } from '../../../events/events.ts'
import { deleteReactionsOf, deleteReactionsOn } from './queries.ts'

export const deleteReactionsOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteReactionsOn(tx.db, post_ids)
export const deleteReactionsOfUser: Effect<'user.erased'> = (tx, { object_id }) => deleteReactionsOf(tx.db, object_id)
