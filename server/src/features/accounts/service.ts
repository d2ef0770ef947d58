import { CODE_SECONDS } from '@askwell/contract/limits.ts'
import type { App, Events, Tx } from '../../events/events.ts'
import { HOUR } from '../../lib/clock.ts'
import { MAIL_STATUS, type Member, USER_STATUS } from '../../lib/member.ts'
import { hashPassword, verifyPassword } from '../../lib/passwords.ts'
import { Bad, Invalid, NotFound, Refused } from '../../lib/refusals.ts'
import { hashToken, newToken } from '../../lib/tokens.ts'
import { mailbox, tidyName, wrongName } from '../users/policy.ts'
import { findUser, findUserByEmail, lockUser, updateUser, type User } from '../users/queries.ts'
import { createMember, againIfTaken } from '../users/service.ts'
import { siteSettings } from '../site/views.ts'
import { canRegister, canUsePassword, isAllowedDomain, sessionSpan } from './policy.ts'
import * as queries from './queries.ts'
import type { Purpose } from './queries.ts'
import { codeUrl, loggedIn } from './views.ts'

const WRONG = 'error.object.email_or_password_incorrect'
const expired = () => new Refused('error.email.verify_url_expired', { data: { type: 'url_expired' } })
const suspended = () => new Refused('error.user.suspended', { data: { type: 'suspended' } })

const startSession = async (tx: Tx, user: User) => {
  const token = newToken()
  await queries.insertSession(tx.db, { token_hash: hashToken(token), user_id: user.id, now: tx.now() }, sessionSpan(user))
  return token
}

/** What a login comes back with; the time of this one is noted. */
const logIn = async (tx: Tx, user_id: number) => {
  await updateUser(tx.db, user_id, { last_login_at: tx.now() })
  const user = (await findUser(tx.db, user_id))!
  return loggedIn(user, await startSession(tx, user))
}

export const openSession = (app: App, userId: number) => app.transaction(async (tx) => startSession(tx, (await findUser(tx.db, userId))!))

/** A session goes on from its last use, noted once an hour at most. */
export const renewSession = async (app: App, { id, used_at }: { id: number; used_at: number }) => {
  if (app.clock.now() - used_at < HOUR) return
  await app.transaction(async (tx) => {
    const session = await queries.findSession(tx.db, id)
    if (session?.used_at !== used_at) return
    const { idle, whole } = sessionSpan(session)
    await queries.prolongSession(tx.db, id, tx.now(), Math.min(tx.now() + idle, session.created_at + whole))
  })
}

type Wanted = Pick<Events['code.wanted'], 'purpose' | 'e_mail' | 'language'>
const wantCode = (tx: Tx, actor_id: number, user_id: number, wanted: Wanted) =>
  tx.emit('code.wanted', { actor_id, object_type: 'user', object_id: user_id, question_id: 0, ...wanted })

/** Makes a code for one purpose; only its hash is kept. */
export const makeCode = async (tx: Tx, user_id: number, e_mail: string, purpose: Purpose) => {
  const code = newToken()
  await queries.replaceCode(tx.db, { code_hash: hashToken(code), purpose, user_id, e_mail, created_at: tx.now(), expires_at: tx.now() + CODE_SECONDS })
  return code
}

export interface Registration { name: string; e_mail: string; pass: string }

export const register = async (app: App, { name, e_mail, pass }: Registration, language: string) => {
  const { login } = await siteSettings(app)
  if (!canRegister(login)) throw new Bad('error.user.not_allowed_registration')
  const display_name = tidyName(name)
  const wrong = wrongName('name', display_name)
  if (wrong.length) throw new Invalid(wrong)
  if (!isAllowedDomain(login, e_mail)) throw new Bad('error.email.illegal_email_domain_error')
  const password_hash = await hashPassword(pass)
  return againIfTaken(() => app.transaction(async (tx) => {
    if (await findUserByEmail(tx.db, mailbox(e_mail))) throw new Invalid([{ field: 'e_mail', reason: 'error.email.duplicate' }], 'error.email.duplicate')
    const id = await createMember(tx, { display_name, e_mail, password_hash, activated: false })
    await wantCode(tx, id, id, { purpose: 'activation', e_mail: mailbox(e_mail), language })
    return logIn(tx, id)
  }))
}

/** An unknown address costs the same work as a wrong password, and is answered alike. */
export const logInByPassword = async (app: App, { e_mail, pass }: { e_mail: string; pass: string }) => {
  const { login } = await siteSettings(app)
  const user = await findUserByEmail(app.db, mailbox(e_mail))
  const right = await verifyPassword(pass, user?.password_hash)
  if (!user || !right || user.status === USER_STATUS.deleted) throw new Invalid([{ field: 'e_mail', reason: WRONG }], WRONG)
  if (!canUsePassword(login, user)) throw new Refused('error.user.not_allowed_password_login')
  if (isSuspended(user, app.clock.now())) throw suspended()
  return app.transaction((tx) => logIn(tx, user.id))
}

/** One whose time is over is none, whether or not the clean-up has come by yet. */
const isSuspended = ({ status, suspended_until }: User, now: number) => status === USER_STATUS.suspended && (suspended_until === 0 || suspended_until > now)

export const logOut = async (app: App, token: string) => {
  await app.transaction((tx) => queries.deleteSession(tx.db, hashToken(token)))
  return null
}

export const resendActivation = async (app: App, actor: Member, language: string) => {
  if (actor.mail_status === MAIL_STATUS.activated) throw new Bad('error.email.already_verified')
  await app.transaction(async (tx) => {
    const user = (await findUser(tx.db, actor.id))!
    await wantCode(tx, user.id, user.id, { purpose: 'activation', e_mail: user.e_mail ?? '', language: user.language || language })
  })
  return null
}

/** Whoever a code was made for, held; void if they have another address by now, or are gone. */
const redeem = async (tx: Tx, code: string, purposes: readonly Purpose[]) => {
  const used = await queries.useCode(tx.db, hashToken(code), purposes, tx.now())
  const user = used && (await lockUser(tx.db, used.user_id))
  if (!user || user.e_mail !== used.e_mail || user.status === USER_STATUS.deleted) throw expired()
  return user
}

export const activate = (app: App, code: string) =>
  app.transaction(async (tx) => {
    const user = await redeem(tx, code, ['activation', 'activation_link'])
    if (isSuspended(user, tx.now())) throw suspended()
    if (user.mail_status !== MAIL_STATUS.activated) {
      const fact = { actor_id: user.id, object_type: 'user' as const, object_id: user.id, question_id: 0 }
      await updateUser(tx.db, user.id, { mail_status: MAIL_STATUS.activated })
      await tx.emit('user.activated', fact)
      await tx.emit('user.changed', fact)
    }
    return logIn(tx, user.id)
  })

/** The same is done for an unknown address, up to the mail that is then not sent. */
export const requestReset = async (app: App, e_mail: string, language: string) => {
  await app.transaction(async (tx) => {
    const user = await findUserByEmail(tx.db, mailbox(e_mail))
    await wantCode(tx, 0, user?.id ?? 0, { purpose: 'reset', e_mail: user?.e_mail ?? '', language: user?.language || language })
  })
  return null
}

/** Sets a new password with a mailed code; whoever was logged in no longer is (rulings 2), and no other code lets anybody in. */
export const replacePassword = async (app: App, { code, pass }: { code: string; pass: string }) => {
  if (!(await queries.findCode(app.db, hashToken(code), ['reset'], app.clock.now()))) throw expired()
  const password_hash = await hashPassword(pass)
  await app.transaction(async (tx) => {
    const user = await redeem(tx, code, ['reset'])
    await updateUser(tx.db, user.id, { password_hash })
    await queries.deleteSessionsOf(tx.db, user.id)
    await queries.deleteOpenCodesOf(tx.db, user.id)
  })
  return null
}

const lockWaiting = async (tx: Tx, user_id: number) => {
  const user = await lockUser(tx.db, user_id)
  if (!user || user.status === USER_STATUS.deleted || !user.e_mail) throw new NotFound('error.user.not_found')
  if (user.mail_status === MAIL_STATUS.activated) throw new Bad('error.email.already_verified')
  return { ...user, e_mail: user.e_mail }
}

/** For an admin to hand over; the mailed one goes on working (rulings 15). */
export const makeActivationLink = async (app: App, user_id: number) => {
  const { general } = await siteSettings(app)
  const code = await app.transaction(async (tx) => {
    const user = await lockWaiting(tx, user_id)
    return makeCode(tx, user.id, user.e_mail, 'activation_link')
  })
  return { activation_url: codeUrl(general.site_url, 'activation', code) }
}

export const mailActivationLink = async (app: App, actor: Member, user_id: number, language: string) => {
  await app.transaction(async (tx) => {
    const user = await lockWaiting(tx, user_id)
    await wantCode(tx, actor.id, user.id, { purpose: 'activation', e_mail: user.e_mail, language: user.language || language })
  })
  return null
}
