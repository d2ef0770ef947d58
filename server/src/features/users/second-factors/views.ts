import type { SecondFactors } from '@askwell/contract/second-factors.ts'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { findUser } from '../users/queries.ts'
import { needsSecondFactor } from './policy.ts'
import { countRecoveryCodes, hasSecondFactor, listPasskeys, methodsOf } from './queries.ts'

/** The site's own host name, to which passkeys are bound: they work nowhere else. */
export const passkeyHome = async (app: App) => {
  const { general } = await siteSettings(app)
  const { hostname, origin } = new URL(general.site_url)
  return { name: general.name, expectedRPID: hostname, expectedOrigin: origin }
}
export type Home = Awaited<ReturnType<typeof passkeyHome>>

export const secondFactors = async (app: App, actor: Actor): Promise<SecondFactors> => {
  const [user, { login }, passkeys] = [
    (await findUser(app.db, actor.id))!,
    await siteSettings(app),
    await listPasskeys(app.db, actor.id),
  ]
  return {
    one_time_password: (await methodsOf(app.db, actor.id)).one_time_password,
    passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({ id: String(id), name, created_at, used_at })),
    recovery_codes_left: await countRecoveryCodes(app.db, actor.id),
    required: needsSecondFactor(login, user),
    have_password: user.password_hash !== null,
  }
}

/** Whether the user acts as staff: not without a required second factor. */
export const awaitsSecondFactor = async (app: App, member: Actor) =>
  needsSecondFactor((await siteSettings(app)).login, member) && !(await hasSecondFactor(app.db, member.id))
