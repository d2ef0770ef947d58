import type { Effect } from '../../../events/events.ts'
import { deleteCommentsOn } from './queries.ts'

export const deleteCommentsOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteCommentsOn(tx.db, post_ids)
