import type { LoggedIn } from '@askwell/contract/accounts.ts'
import { CODE_SECONDS } from '@askwell/contract/limits.ts'
import type { SecondStep } from '@askwell/contract/second-factors.ts'
import type { App, Events, Tx } from '../../../events/events.ts'
import { type Actor, USER_STATUS } from '../../../lib/actor.ts'
import { verifyPassword } from '../../../lib/passwords.ts'
import { BadRequest, Invalid, Forbidden } from '../../../lib/errors.ts'
import { hashToken, newToken } from '../../../lib/tokens.ts'
import { secondStepOf } from '../second-factors/challenges.ts'
import { ensureFresh } from '../sessions/ensure-fresh.ts'
import { type Origin, startSession } from '../sessions/service.ts'
import { findUser, lockUser, updateUser, type User } from '../users/queries.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'
import { canUsePassword } from './policy.ts'
import * as queries from './queries.ts'
import type { Purpose } from './queries.ts'
import { loggedIn, suspensionCode } from './views.ts'

export const expired = () => new Forbidden('error.email.verify_url_expired', { data: { type: 'url_expired' } })
/** With what leads to the page that says until when, and why: only who has proven to be this member gets it. */
export const suspendedAs = (secret: string, { id }: { id: number }) =>
  new Forbidden('error.user.suspended', { data: { type: 'suspended', about: suspensionCode(secret, id) } })

/** What a login comes back with; the time of this one is noted. */
export const logIn = async (tx: Tx, user_id: number, origin: Origin) => {
  await updateUser(tx.db, user_id, { last_login_at: tx.now() })
  const user = (await findUser(tx.db, user_id))!
  return loggedIn(user, await startSession(tx, user, origin))
}

/** After any first step of a login: if the member has a second factor, that comes next. */
export const logInUnlessMore = async (tx: Tx, user_id: number, origin: Origin) =>
  (await secondStepOf(tx, user_id)) ?? logIn(tx, user_id, origin)

/** Not in one transaction: what was done before stays, and the challenge too. */
export const entered = (entry: LoggedIn | SecondStep) => {
  if ('challenge' in entry) throw new BadRequest('error.user.second_factor_needed', { data: entry })
  return entry
}

type CodeRequest = Pick<Events['code.requested'], 'purpose' | 'e_mail' | 'language' | 'from'>
export const requestCode = (tx: Tx, actor_id: number, user_id: number, wanted: CodeRequest) =>
  tx.emit('code.requested', { actor_id, object_type: 'user', object_id: user_id, question_id: 0, ...wanted })

/** Makes a code for one purpose; only its hash is stored. */
export const makeCode = async (tx: Tx, user_id: number, e_mail: string, purpose: Purpose) => {
  const code = newToken()
  await queries.replaceCode(tx.db, {
    code_hash: hashToken(code),
    purpose,
    user_id,
    e_mail,
    created_at: tx.now(),
    expires_at: tx.now() + CODE_SECONDS,
  })
  return code
}

/** Locks the user that a code was made for; undefined if they have another address by now, or are gone. */
export const redeem = async (tx: Tx, code: string, purposes: readonly Purpose[]) => {
  const used = await queries.useCode(tx.db, hashToken(code), purposes, tx.now())
  const user = used && (await lockUser(tx.db, used.user_id))
  if (!user || user.e_mail !== used.e_mail || user.status === USER_STATUS.deleted) throw expired()
  return user
}

/** Activates an account. By then it must have a way to log in that the site still allows. */
export const hasWayIn = async (db: App['db'], login: SiteSettings['login'], user: User) =>
  canUsePassword(login, user) || (await queries.hasLoginElsewhere(db, user.id))
export const ensureWayIn = async (tx: Tx, login: SiteSettings['login'], user: User) => {
  if (!(await hasWayIn(tx.db, login, user))) throw new Forbidden('error.user.not_allowed_password_login')
}

export const wrongPassword = (field: string, reason: string) => new Invalid([{ field, reason }], reason)

interface Proof {
  pass?: string | undefined
  token: string
  now: number
}
/** A page left open must not be enough to take an account away: the password once more, and who has none must have come in just now. */
export const ensureOwner = async (
  db: App['db'],
  actor: Actor,
  { pass = '', token, now }: Proof,
  wrong: () => Invalid,
) => {
  const user = (await findUser(db, actor.id))!
  if (user.password_hash === null) await ensureFresh(db, token, now)
  else if (!(await verifyPassword(pass, user.password_hash, { known: true }))) throw wrong()
  return user
}

export const selfFact = (id: number) => ({ actor_id: id, object_type: 'user' as const, object_id: id, question_id: 0 })
