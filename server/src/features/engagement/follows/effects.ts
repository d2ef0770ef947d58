import type { Effect } from '../../../events/events.ts'
import { deleteFollowsOfQuestions } from './queries.ts'
import { dropFollowsOf } from './service.ts'

export const deleteFollowsOfPost: Effect<'post.erased'> = (tx, { post_ids }) =>
  deleteFollowsOfQuestions(tx.db, post_ids)
export const deleteFollowsOfUser: Effect<'user.erased'> = (tx, { object_id }) => dropFollowsOf(tx, object_id)
