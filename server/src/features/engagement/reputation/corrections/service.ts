import type { Correction } from '@askwell/contract/ledger.ts'
import { isAdmin } from '@askwell/contract/roles.ts'
import type { App } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { BadRequest, Invalid, NotFound } from '../../../../lib/errors.ts'
import { recordAudit } from '../../../operations/audit/queries.ts'
import { findUserByName } from '../../../users/users/names/queries.ts'
import { lockUser, lockUsers } from '../../../users/users/queries.ts'
import { canCorrect } from '../policy.ts'
import { grant } from '../service.ts'
import { beyondAllowance } from './allowance.ts'

/** Gives or takes points by hand; the reason stays with the entry. */
export const correctReputation = async (app: App, actor: Actor, { username, points, reason }: Correction) => {
  const user = await findUserByName(app.db, username)
  if (!user) throw new NotFound('error.user.not_found')
  const verdict = canCorrect(actor, user)
  if (verdict !== true) throw new BadRequest(verdict.reason)
  const note = reason.trim()
  const wrong = [
    ...(points === 0 ? [{ field: 'points', reason: 'field.required' }] : []),
    ...(note === '' ? [{ field: 'reason', reason: 'field.required' }] : []),
  ]
  if (wrong.length) throw new Invalid(wrong)
  const body = { user_id: user.id, points, reason: note }
  return app.idempotent({ actor_id: actor.id, what: 'correction', body }, async (tx) => {
    if (!isAdmin(actor)) {
      // Theirs too: two corrections at once would each see what is left without the other.
      await lockUsers(tx.db, [actor.id, user.id])
      const beyond = await beyondAllowance(tx.db, actor, points, tx.now())
      if (beyond.length) throw new Invalid(beyond)
    }
    const rankNow = async () => (await lockUser(tx.db, user.id))!.rank
    const before = await rankNow()
    await grant(tx, {
      user_id: user.id,
      points,
      reason: 'correction',
      cause: '',
      capped: 0,
      post_id: 0,
      trigger_user_id: actor.id,
      note,
    })
    await recordAudit(tx, {
      actor_id: actor.id,
      action: 'reputation.corrected',
      object_type: 'user',
      object_id: user.id,
      before: { rank: before },
      after: { rank: await rankNow(), points, reason: note },
    })
    return null
  })
}
