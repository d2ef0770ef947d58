import type { Effect } from '../../../events/events.ts'
import { deleteOriginsOf } from './queries.ts'

/** Before the comments are deleted: their import mappings only know their ids. */
export const deleteMappingsOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteOriginsOf(tx.db, post_ids)
