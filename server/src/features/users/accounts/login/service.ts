import { ROLE } from '@askwell/contract/roles.ts'
import type { App, Tx } from '../../../../events/events.ts'
import { type Actor, USER_STATUS } from '../../../../lib/actor.ts'
import { isForeignHash } from '../../../../lib/bcrypt.ts'
import { hashPassword, verifyPassword } from '../../../../lib/passwords.ts'
import { Invalid, Forbidden } from '../../../../lib/errors.ts'
import { hashToken } from '../../../../lib/tokens.ts'
import { deleteTokensOf } from '../../api-tokens/queries.ts'
import { deleteOtherSessions, deleteSession } from '../../sessions/queries.ts'
import { passwordAndCode } from '../../second-factors/policy.ts'
import { hasSecondFactor } from '../../second-factors/queries.ts'
import { answerChallenge, spendCode, takenTooLong, wrongCode } from '../../second-factors/challenges.ts'
import { takeAnswer, verifyAnswer } from '../../second-factors/passkey-answers.ts'
import type { Origin } from '../../sessions/service.ts'
import { passkeyHome } from '../../second-factors/views.ts'
import { mailbox } from '../../users/policy.ts'
import { findUserByEmail, lockUser, updateUser, type User } from '../../users/queries.ts'
import { loginInForce } from '../../../operations/settings/views.ts'
import { canUsePassword, isSuspended } from '../policy.ts'
import { suspendedAs, logIn, logInUnlessMore, entered } from '../service.ts'

const WRONG = 'error.object.email_or_password_incorrect'

/** Somebody who was let as far as the second step, as they are by now. */
const lockEntering = async (app: App, tx: Tx, user_id: number) => {
  const user = await lockUser(tx.db, user_id)
  if (!user || user.status === USER_STATUS.deleted) throw takenTooLong()
  if (isSuspended(user, tx.now())) throw suspendedAs(app.secret, user)
  return user
}

/** A password that came with its member from another program, now that it is known. */
const hashAnew = async (app: App, user: Pick<User, 'id' | 'password_hash'>, password: string) => {
  const password_hash = await hashPassword(password)
  await app.transaction(async (tx) => {
    const now = await lockUser(tx.db, user.id)
    if (now?.password_hash === user.password_hash) await updateUser(tx.db, user.id, { password_hash })
  })
}

/** An unknown address costs the same work as a wrong password, and is answered alike. `known`: the account has been used from where they are. */
export const logInByPassword = async (
  app: App,
  { e_mail, pass }: { e_mail: string; pass: string },
  { known, ...origin }: Origin & { known: boolean },
) => {
  const login = await loginInForce(app)
  const user = await findUserByEmail(app.db, mailbox(e_mail))
  const { password, code } = passwordAndCode(pass)
  const right = await verifyPassword(password, user?.password_hash, { known })
  if (!user || !right || user.status === USER_STATUS.deleted)
    throw new Invalid([{ field: 'e_mail', reason: WRONG }], WRONG)
  if (!canUsePassword(login, user)) throw new Forbidden('error.user.not_allowed_password_login')
  if (isSuspended(user, app.clock.now())) throw suspendedAs(app.secret, user)
  if (user.password_hash && isForeignHash(user.password_hash)) await hashAnew(app, user, password)
  if (code === undefined) return entered(await app.transaction((tx) => logInUnlessMore(tx, user.id, origin)))
  return app.transaction(async (tx) => {
    // A code where none is asked for: that is another password than theirs.
    if (!(await hasSecondFactor(tx.db, user.id))) throw new Invalid([{ field: 'e_mail', reason: WRONG }], WRONG)
    if (!(await spendCode(tx, user.id, code)))
      throw new Invalid([{ field: 'pass', reason: 'error.second_factor.wrong_code' }], 'error.second_factor.wrong_code')
    return logIn(tx, user.id, origin)
  })
}

/** The second step. A wrong code counts as a try, so it is refused only when that is kept. */
export const finishLogIn = async (
  app: App,
  { challenge, code }: { challenge: string; code: string },
  origin: Origin,
) => {
  const user = await app.transaction(async (tx) => {
    const user_id = await answerChallenge(tx, challenge, code)
    return user_id === undefined ? undefined : logIn(tx, (await lockEntering(app, tx, user_id)).id, origin)
  })
  if (!user) throw wrongCode()
  return user
}

/** A passkey asks for finger or PIN itself: it is both steps in one. */
export const logInWithPasskey = async (app: App, answer: { challenge: string; credential: string }, origin: Origin) => {
  const taken = await app.transaction((tx) => takeAnswer(tx, answer))
  const { user_id, note } = await verifyAnswer(taken, await passkeyHome(app))
  return app.transaction(async (tx) => {
    await note(tx)
    const user = await lockEntering(app, tx, user_id)
    // A passkey of this site, too, is an account of its own.
    if (!app.ownAccounts() && user.role_id !== ROLE.admin) throw new Forbidden('error.user.user_center_only')
    return logIn(tx, user.id, origin)
  })
}

export const logOut = async (app: App, token: string) => {
  await app.transaction((tx) => deleteSession(tx.db, hashToken(token)))
  return null
}

/** With `api_tokens` the programs that speak for the member are shut out too. */
export const endOtherSessions = async (
  app: App,
  actor: Actor,
  { token, api_tokens }: { token: string; api_tokens: boolean },
) => {
  await app.transaction(async (tx) => {
    await deleteOtherSessions(tx.db, actor.id, hashToken(token))
    if (api_tokens) await deleteTokensOf(tx.db, actor.id)
  })
  return null
}
