import type { Effect } from '../../../events/events.ts'
import { deleteVotesOn } from './queries.ts'

/** Before the comments go: their votes know them by number only. */
export const deleteVotesOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteVotesOn(tx.db, post_ids)
