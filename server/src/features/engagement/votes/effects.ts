import type { Effect } from '../../../events/events.ts'
import { deleteVotesOn } from './queries.ts'

/** Before the comments are deleted: their votes only know their ids. */
export const deleteVotesOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteVotesOn(tx.db, post_ids)
