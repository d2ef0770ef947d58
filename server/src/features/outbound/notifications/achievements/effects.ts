import type { Effect } from '../../../../events/events.ts'
import { findChoices } from '../../channels/queries.ts'
import { listReachable } from '../queries.ts'
import { sayChanged } from '../writing/write.ts'
import { addToAchievement, insertCorrection } from './queries.ts'

/** By whom it was corrected is in the ledger for staff; the user reads why. */
export const tellOfCorrection: Effect<'reputation.changed'> = async (tx, { object_id, points, reason }) => {
  if (reason !== 'correction' || (await listReachable(tx.db, [object_id])).length === 0) return
  await insertCorrection(tx.db, { user_id: object_id, points }, tx.now())
  await sayChanged(tx, [object_id])
}

/** The points of a post for its author or a voter; imported totals and activations belong to no post. */
export const showPoints: Effect<'reputation.changed'> = async (
  tx,
  { actor_id, object_id, question_id, post_id, points, reason },
) => {
  if (!question_id || (await listReachable(tx.db, [object_id])).length === 0) return
  const object_type = post_id === question_id ? 'question' : 'answer'
  const hidden = reason.endsWith('voted_down') // nobody is told who voted down
  await addToAchievement(
    tx.db,
    {
      user_id: object_id,
      action: reason,
      actor_id: hidden ? 0 : actor_id,
      object_type,
      object_id: post_id,
      question_id,
      points,
      quiet: !(await findChoices(tx.db, object_id)).site.includes('achievements'),
    },
    tx.now(),
  )
  await sayChanged(tx, [object_id])
}
