import type { Effect } from '../../../events/events.ts'
import { deleteOriginsOf } from './queries.ts'

/** Before the comments go: where they came from is known by their number. */
export const deleteMappingsOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteOriginsOf(tx.db, post_ids)
