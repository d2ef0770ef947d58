import type { Effect } from '../../../../events/events.ts'
import { listReachable } from '../queries.ts'
import { sayChanged } from '../writing/write.ts'
import { deleteEarned, insertEarned } from './queries.ts'

/** What is for the past is only listed: nobody has to close a dialog for each. */
export const tellOfBadge: Effect<'badge.awarded'> = async (tx, { object_id, award_id, badge_id, past }) => {
  if ((await listReachable(tx.db, [object_id])).length === 0) return
  // By hand one can get a badge again that was taken back.
  await deleteEarned(tx.db, object_id, award_id)
  await insertEarned(tx.db, { user_id: object_id, award_id, badge_id, is_read: past ? 1 : 0 }, tx.now())
  await sayChanged(tx, [object_id])
}

export const forgetBadge: Effect<'badge.taken_back'> = async (tx, { object_id, award_id }) => {
  await deleteEarned(tx.db, object_id, award_id)
  await sayChanged(tx, [object_id])
}
