import type { App } from '../../../events/events.ts'
import type { Runtime } from '../../../runtime.ts'
import type { Actor } from '../../../lib/actor.ts'
import { Invalid } from '../../../lib/errors.ts'
import { verifyPassword } from '../../../lib/passwords.ts'
import { ensureFresh } from '../sessions/ensure-fresh.ts'
import { findUser } from '../users/queries.ts'

/** Before second factors or tokens change: the password once more; members without one must have logged in just now. */
export const makeSure = async (
  db: App['db'],
  actor: Actor,
  { pass, token, now }: { pass: string | undefined; token: string; now: number },
) => {
  const user = (await findUser(db, actor.id))!
  if (user.password_hash !== null) {
    if (!pass) throw new Invalid([{ field: 'pass', reason: 'field.required' }])
    if (!(await verifyPassword(pass, user.password_hash, { known: true })))
      throw new Invalid(
        [{ field: 'pass', reason: 'error.object.email_or_password_incorrect' }],
        'error.object.email_or_password_incorrect',
      )
    return
  }
  await ensureFresh(db, token, now)
}

interface Asking {
  app: App
  site: Pick<Runtime, 'attempts'>
  actor: Actor
  caller: { ip: string; token: string }
}

/** The same for a call; guessing the password here is limited like guessing it at the login. */
export const makeSureAgain = async ({ app, site: { attempts }, actor, caller }: Asking, pass: string | undefined) => {
  attempts.begin('code', `user:${actor.id}`, caller.ip)
  await makeSure(app.db, actor, { pass, token: caller.token, now: app.clock.now() })
  attempts.succeeded('code', `user:${actor.id}`, caller.ip)
}
