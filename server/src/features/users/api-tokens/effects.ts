import type { Effect } from '../../../events/events.ts'
import { USER_STATUS } from '../../../lib/actor.ts'
import { deleteTokensOf } from './queries.ts'

/** Somebody who knew the password, or reads the old address, may have made one: tokens end with the sessions. */
export const endTokens: Effect<'user.login_changed' | 'second_factor.first_added'> = (tx, { object_id }) =>
  deleteTokensOf(tx.db, object_id)

/** A deleted member's programs lose access for good, even if the account is restored. */
export const endTokensOfGone: Effect<'user.status_changed'> = async (tx, { object_id, after }) => {
  if (after === USER_STATUS.deleted) await deleteTokensOf(tx.db, object_id)
}
