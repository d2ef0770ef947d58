import type { Effect } from '../../../events/events.ts'
import { deleteRevisionsOf } from './queries.ts'

export const deleteRevisionsOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteRevisionsOf(tx.db, post_ids)
