import type { Effect } from '../../../events/events.ts'
import { USER_STATUS } from '../../../lib/actor.ts'
import { findUser } from '../users/queries.ts'
import { sessionSpan } from './policy.ts'
import { deleteSessionsOf, fitSessionsOf } from './queries.ts'

/**
 * Deactivated members are logged out everywhere; the suspended keep their sessions for the time after.
 * Those of the deleted open nothing (http/auth/request-auth.ts), and are kept only so that their clients can be told; they don't open anything again if the member comes back.
 */
export const endSessionsOfGone: Effect<'user.status_changed'> = async (tx, { object_id, before, after }) => {
  if (before === USER_STATUS.deleted || after === USER_STATUS.inactive) await deleteSessionsOf(tx.db, object_id)
}

/** Who has become staff is logged in for as long as staff are. */
export const fitSessions: Effect<'user.changed'> = async (tx, { object_id }) => {
  const user = await findUser(tx.db, object_id)
  if (user) await fitSessionsOf(tx.db, user.id, sessionSpan(user))
}
