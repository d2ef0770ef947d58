import type { Effect } from '../../../events/events.ts'
import { deleteInvitationsOf, deleteInvitationsTo } from './queries.ts'

export const deleteInvitationsOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteInvitationsTo(tx.db, post_ids)
export const deleteInvitationsOfUser: Effect<'user.erased'> = (tx, { object_id }) =>
  deleteInvitationsOf(tx.db, object_id)
