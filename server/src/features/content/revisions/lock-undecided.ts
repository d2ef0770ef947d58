import type { Tx } from '../../../events/events.ts'
import { Conflict, NotFound } from '../../../lib/errors.ts'
import { userCards } from '../../users/users/views.ts'
import { findHolder, isWithdrawn, lockRevision, type Revision, REVISION_STATUS } from './queries.ts'

type Decision = 'approve' | 'reject' | 'held' | 'withdrawn'

/** Somebody was quicker: who, and with what. */
const alreadyDecided = async (tx: Tx, decided_by: number, decision: Decision) => {
  const { username, display_name } = (await userCards(tx.db, [decided_by])).get(decided_by)!
  return new Conflict(`error.review.decided_${decision}`, {
    values: { name: display_name },
    data: { decision, decided_by: { username, display_name } },
  })
}

const decisionOn = (suggestion: Revision): Decision => {
  if (suggestion.status !== REVISION_STATUS.rejected) return 'approve'
  return isWithdrawn(suggestion) ? 'withdrawn' : 'reject'
}

/** A suggestion that nobody has decided on, ours until the transaction ends. The caller has locked its thing: before it the thing, as everywhere. */
export const lockUndecided = async (tx: Tx, id: number) => {
  const suggestion = await lockRevision(tx.db, id)
  if (!suggestion) throw new NotFound('error.revision.not_found')
  if (suggestion.status !== REVISION_STATUS.waiting)
    throw await alreadyDecided(tx, suggestion.decided_by, decisionOn(suggestion))
  const holder = await findHolder(tx.db, id)
  if (holder) throw await alreadyDecided(tx, holder, 'held')
  return suggestion
}
