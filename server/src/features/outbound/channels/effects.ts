import type { Effect } from '../../../events/events.ts'
import { deleteChannelsOf, deleteMutedQuestion } from './queries.ts'

export const deleteChoicesOfUser: Effect<'user.erased'> = (tx, { object_id }) => deleteChannelsOf(tx.db, object_id)

export const unmuteErased: Effect<'post.erased'> = async (tx, { kind, question_id }) => {
  if (kind === 'question') await deleteMutedQuestion(tx.db, question_id)
}
