import type { App } from '../events/events.ts'
import { deleteFactorsOf, hasSecondFactor } from '../features/users/second-factors/queries.ts'
import { findUserByName } from '../features/users/users/names/queries.ts'
import { Problem } from './problem.ts'

/** @returns who logs in by password alone now. */
export const resetSecondFactors = (app: App, { username }: { username: string }) =>
  app.transaction(async ({ db }) => {
    const user = await findUserByName(db, username)
    if (!user) throw new Problem(`There is no member called "${username}".`)
    if (!(await hasSecondFactor(db, user.id))) throw new Problem(`${user.username} has no second factor.`)
    await deleteFactorsOf(db, user.id)
    return user.username
  })
