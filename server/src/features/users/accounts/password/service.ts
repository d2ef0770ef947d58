import type { App, Tx } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { hashPassword } from '../../../../lib/passwords.ts'
import { Forbidden } from '../../../../lib/errors.ts'
import { hashToken } from '../../../../lib/tokens.ts'
import { deleteTokensOf } from '../../api-tokens/queries.ts'
import { deleteSessionsOf } from '../../sessions/queries.ts'
import type { Origin } from '../../sessions/service.ts'
import { mailbox } from '../../users/policy.ts'
import { findUserByEmail, lockUser, updateUser } from '../../users/queries.ts'
import { loginInForce } from '../../../operations/settings/views.ts'
import { canUsePassword } from '../policy.ts'
import * as queries from '../queries.ts'
import { warn } from '../../users/warn.ts'
import { ensureOwner, expired, logIn, requestCode, redeem, wrongPassword } from '../service.ts'

/** The same is done for an unknown address, up to the mail that is then not sent. */
export const requestReset = async (app: App, e_mail: string, language: string) => {
  await app.transaction(async (tx) => {
    const user = await findUserByEmail(tx.db, mailbox(e_mail))
    await requestCode(tx, 0, user?.id ?? 0, {
      purpose: 'reset',
      e_mail: user?.e_mail ?? '',
      language: user?.language || language,
    })
  })
  return null
}

/** Sets a new password with a mailed code; all other sessions end, and no other code lets anybody in. */
export const replacePassword = async (app: App, { code, pass }: { code: string; pass: string }) => {
  if (!(await queries.findCode(app.db, hashToken(code), ['reset'], app.clock.now()))) throw expired()
  const login = await loginInForce(app)
  const password_hash = await hashPassword(pass)
  await app.transaction(async (tx) => {
    const user = await redeem(tx, code, ['reset'])
    if (!canUsePassword(login, user)) throw new Forbidden('error.user.not_allowed_password_login')
    await updateUser(tx.db, user.id, { password_hash })
    await deleteSessionsOf(tx.db, user.id)
    await deleteTokensOf(tx.db, user.id)
    await queries.deleteOpenCodesOf(tx.db, user.id)
  })
  return null
}

/** All other sessions end. */
const enterAnew = async (tx: Tx, user_id: number, origin: Origin) => {
  await deleteSessionsOf(tx.db, user_id)
  await queries.deleteOpenCodesOf(tx.db, user_id)
  await deleteTokensOf(tx.db, user_id)
  return logIn(tx, user_id, origin)
}

export const changePassword = async (
  app: App,
  actor: Actor,
  { old_pass, pass }: { old_pass?: string; pass: string },
  { token, ...origin }: Origin & { token: string },
) => {
  const wrong = () => wrongPassword('old_pass', 'error.object.old_password_verification_failed')
  const before = await ensureOwner(app.db, actor, { pass: old_pass, token, now: app.clock.now() }, wrong)
  if (!canUsePassword(await loginInForce(app), before)) throw new Forbidden('error.user.not_allowed_password_login')
  const password_hash = await hashPassword(pass)
  return app.transaction(async (tx) => {
    const user = (await lockUser(tx.db, actor.id))!
    if (user.password_hash !== before.password_hash) throw wrong() // somebody was quicker
    await updateUser(tx.db, user.id, { password_hash })
    await warn(tx, user.id, { kind: 'password_changed' })
    return enterAnew(tx, user.id, origin)
  })
}
