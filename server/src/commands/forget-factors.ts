import type { App } from '../events/events.ts'
import { deleteFactorsOf, hasSecondFactor } from '../features/users/second-factors/queries.ts'
import { findUserByName } from '../features/users/users/names/queries.ts'
import { Problem } from './problem.ts'
import { recordAudit } from '../features/operations/audit/queries.ts'

/** @returns who logs in by password alone now. */
export const resetSecondFactors = (app: App, { username }: { username: string }) =>
  app.transaction(async (tx) => {
    const user = await findUserByName(tx.db, username)
    if (!user) throw new Problem(`There is no member called "${username}".`)
    if (!(await hasSecondFactor(tx.db, user.id))) throw new Problem(`${user.username} has no second factor.`)
    await deleteFactorsOf(tx.db, user.id)
    await recordAudit(tx, {
      actor_id: 0,
      action: 'user.factors_removed',
      object_type: 'user',
      object_id: user.id,
      before: null,
      after: null,
    })
    return user.username
  })
