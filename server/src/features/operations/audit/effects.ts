import type { Effect } from '../../../events/events.ts'
import { forgetComments, forgetNames } from './queries.ts'

export const forgetNamesOfUser: Effect<'user.erased'> = (tx, { object_id }) => forgetNames(tx.db, object_id)

/** Before the comments themselves go. */
export const forgetCommentsOfPost: Effect<'post.erased'> = (tx, { post_ids }) => forgetComments(tx.db, post_ids)
