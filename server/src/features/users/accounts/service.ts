import type { LoggedIn } from '@askwell/contract/accounts.ts'
import { CODE_SECONDS } from '@askwell/contract/limits.ts'
import { placeBefore } from '@askwell/contract/own-path.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import type { SecondStep } from '@askwell/contract/second-factors.ts'
import type { App, Events, Tx } from '../../../events/events.ts'
import { HOUR } from '../../../lib/clock.ts'
import { deviceOf } from '../../../lib/devices.ts'
import { MAIL_STATUS, type Member, USER_STATUS } from '../../../lib/member.ts'
import { hashPassword, verifyPassword } from '../../../lib/passwords.ts'
import { BadRequest, Invalid, NotFound, Forbidden } from '../../../lib/errors.ts'
import { hashToken, newToken } from '../../../lib/tokens.ts'
import { deleteTokensOf } from '../api-tokens/queries.ts'
import { listLoginsOf } from '../connectors/queries.ts'
import { passwordAndCode } from '../second-factors/policy.ts'
import { hasSecondFactor } from '../second-factors/queries.ts'
import {
  answerChallenge,
  ensureFresh,
  secondStepOf,
  takeAnswer,
  takenTooLong,
  spendCode,
  verifyAnswer,
  wrongCode,
} from '../second-factors/service.ts'
import { passkeyHome } from '../second-factors/views.ts'
import { mailbox, standingOf, tidyName, wrongName } from '../users/policy.ts'
import { findUser, findUserByEmail, lockAdmins, lockUser, updateUser, type User } from '../users/queries.ts'
import { createMember, againIfTaken, NO_SUSPENSION } from '../users/service.ts'
import { loginInForce, type SiteSettings, siteSettings } from '../../operations/settings/views.ts'
import { canRegister, canUsePassword, isAllowedDomain, isSuspended, sessionSpan } from './policy.ts'
import * as queries from './queries.ts'
import type { Purpose } from './queries.ts'
import { warn } from '../../outbound/email/service.ts'
import { codeUrl } from '../../outbound/email/views.ts'
import { loggedIn, suspensionCode } from './views.ts'

const WRONG = 'error.object.email_or_password_incorrect'
const expired = () => new Forbidden('error.email.verify_url_expired', { data: { type: 'url_expired' } })
/** Includes a signature for the page that says until when, and why: only a user who has proven to be this member gets it. */
const suspendedAs = (app: App, { id }: { id: number }) =>
  new Forbidden('error.user.suspended', { data: { type: 'suspended', about: suspensionCode(app.secret, id) } })

/** The browser and network of a login: shown to the member among their sessions, and to nobody else. */
export interface Origin {
  ip: string
  user_agent: string
}
const NOWHERE: Origin = { ip: '', user_agent: '' }

const startSession = async (tx: Tx, user: User, { ip, user_agent }: Origin) => {
  const token = newToken()
  await queries.insertSession(
    tx.db,
    { token_hash: hashToken(token), user_id: user.id, ...deviceOf(user_agent), network: ip, now: tx.now() },
    sessionSpan(user),
  )
  return token
}

/** The reply to a login; the time of this one is stored. */
const logIn = async (tx: Tx, user_id: number, origin: Origin) => {
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

export const openSession = (app: App, userId: number, origin = NOWHERE) =>
  app.transaction(async (tx) => startSession(tx, (await findUser(tx.db, userId))!, origin))

/** A session is extended from its last use, which is stored once an hour at most. */
export const renewSession = async (app: App, { id, used_at }: { id: number; used_at: number }) => {
  if (app.clock.now() - used_at < HOUR) return
  await app.transaction(async (tx) => {
    const session = await queries.findSession(tx.db, id)
    if (session?.used_at !== used_at) return
    const { idle, whole } = sessionSpan(session)
    await queries.prolongSession(tx.db, id, tx.now(), Math.min(tx.now() + idle, session.created_at + whole))
  })
}

type CodeRequest = Pick<Events['code.requested'], 'purpose' | 'e_mail' | 'language' | 'from'>
const requestCode = (tx: Tx, actor_id: number, user_id: number, wanted: CodeRequest) =>
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

export interface Registration {
  name: string
  e_mail: string
  pass: string
  /** Where they were before. */
  from: string
}

export const register = async (
  app: App,
  { name, e_mail, pass, from }: Registration,
  { language, ...origin }: Origin & { language: string },
) => {
  const login = await loginInForce(app)
  if (!canRegister(login)) throw new BadRequest('error.user.not_allowed_registration')
  const display_name = tidyName(name)
  const wrong = wrongName('name', display_name)
  if (wrong.length) throw new Invalid(wrong)
  if (!isAllowedDomain(login, e_mail)) throw new BadRequest('error.email.illegal_email_domain_error')
  const password_hash = await hashPassword(pass)
  return againIfTaken(() =>
    app.transaction(async (tx) => {
      if (await findUserByEmail(tx.db, mailbox(e_mail)))
        throw new Invalid([{ field: 'e_mail', reason: 'error.email.duplicate' }], 'error.email.duplicate')
      const id = await createMember(tx, { display_name, e_mail, password_hash, activated: false })
      await requestCode(tx, id, id, {
        purpose: 'activation',
        e_mail: mailbox(e_mail),
        language,
        from: placeBefore(from),
      })
      return logIn(tx, id, origin) // nobody has a second factor yet
    }),
  )
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
  if (isSuspended(user, app.clock.now())) throw suspendedAs(app, user)
  if (code === undefined) return entered(await app.transaction((tx) => logInUnlessMore(tx, user.id, origin)))
  return app.transaction(async (tx) => {
    // A code where none is needed makes it a different password.
    if (!(await hasSecondFactor(tx.db, user.id))) throw new Invalid([{ field: 'e_mail', reason: WRONG }], WRONG)
    if (!(await spendCode(tx, user.id, code)))
      throw new Invalid([{ field: 'pass', reason: 'error.second_factor.wrong_code' }], 'error.second_factor.wrong_code')
    return logIn(tx, user.id, origin)
  })
}

/** The member who is at the second step, as they are now. */
const lockEntering = async (app: App, tx: Tx, user_id: number) => {
  const user = await lockUser(tx.db, user_id)
  if (!user || user.status === USER_STATUS.deleted) throw takenTooLong()
  if (isSuspended(user, tx.now())) throw suspendedAs(app, user)
  return user
}

/** The second step. A wrong code counts as a try, so the refusal comes after that is committed. */
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

/** A passkey asks for finger or PIN itself: it is both factors in one. */
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
  await app.transaction((tx) => queries.deleteSession(tx.db, hashToken(token)))
  return null
}

/** Only one's own session; another member's is not found. */
export const endSession = async (app: App, actor: Member, id: number) => {
  await app.transaction(async (tx) => {
    const { numDeletedRows } = await queries.deleteOwnSession(tx.db, actor.id, id)
    if (numDeletedRows === 0n) throw new NotFound('error.object.not_found')
  })
  return null
}

/** With `api_tokens` the member's programs lose access too. */
export const endOtherSessions = async (
  app: App,
  actor: Member,
  { token, api_tokens }: { token: string; api_tokens: boolean },
) => {
  await app.transaction(async (tx) => {
    await queries.deleteOtherSessions(tx.db, actor.id, hashToken(token))
    if (api_tokens) await deleteTokensOf(tx.db, actor.id)
  })
  return null
}

export const resendActivation = async (app: App, actor: Member, language: string, from: string) => {
  if (actor.mail_status === MAIL_STATUS.activated) throw new BadRequest('error.email.already_verified')
  await app.transaction(async (tx) => {
    const user = (await findUser(tx.db, actor.id))!
    await requestCode(tx, user.id, user.id, {
      purpose: 'activation',
      e_mail: user.e_mail ?? '',
      language: user.language || language,
      from: placeBefore(from),
    })
  })
  return null
}

/** The user a code was made for, locked; expired if their address has changed since, or they are gone. */
const redeem = async (tx: Tx, code: string, purposes: readonly Purpose[]) => {
  const used = await queries.useCode(tx.db, hashToken(code), purposes, tx.now())
  const user = used && (await lockUser(tx.db, used.user_id))
  if (!user || user.e_mail !== used.e_mail || user.status === USER_STATUS.deleted) throw expired()
  return user
}

/** Activates an account. By then it must have a way to log in that the site still allows. */
export const hasWayIn = async (db: App['db'], login: SiteSettings['login'], user: User) =>
  canUsePassword(login, user) || (await listLoginsOf(db, user.id)).length > 0
const ensureWayIn = async (tx: Tx, login: SiteSettings['login'], user: User) => {
  if (!(await hasWayIn(tx.db, login, user))) throw new Forbidden('error.user.not_allowed_password_login')
}

export const activate = async (app: App, code: string, origin: Origin) => {
  const login = await loginInForce(app)
  return entered(
    await app.transaction(async (tx) => {
      const user = await redeem(tx, code, ['activation', 'activation_link'])
      if (isSuspended(user, tx.now())) throw suspendedAs(app, user)
      await ensureWayIn(tx, login, user)
      if (user.mail_status !== MAIL_STATUS.activated) {
        const fact = { actor_id: user.id, object_type: 'user' as const, object_id: user.id, question_id: 0 }
        await updateUser(tx.db, user.id, { mail_status: MAIL_STATUS.activated })
        await tx.emit('user.activated', fact)
        await tx.emit('user.changed', fact)
      }
      return logInUnlessMore(tx, user.id, origin)
    }),
  )
}

/** An unknown address takes the same work, except that no e-mail is sent. */
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

/** Sets a new password with an e-mailed code; all sessions end, and no other code works any more. */
export const replacePassword = async (app: App, { code, pass }: { code: string; pass: string }) => {
  if (!(await queries.findCode(app.db, hashToken(code), ['reset'], app.clock.now()))) throw expired()
  const login = await loginInForce(app)
  const password_hash = await hashPassword(pass)
  await app.transaction(async (tx) => {
    const user = await redeem(tx, code, ['reset'])
    if (!canUsePassword(login, user)) throw new Forbidden('error.user.not_allowed_password_login')
    await updateUser(tx.db, user.id, { password_hash })
    await queries.deleteSessionsOf(tx.db, user.id)
    await deleteTokensOf(tx.db, user.id)
    await queries.deleteOpenCodesOf(tx.db, user.id)
  })
  return null
}

const wrongPassword = (field: string, reason: string) => new Invalid([{ field, reason }], reason)

interface Proof {
  pass?: string
  token: string
}
/** A page left open must not be enough to take over an account: the password is needed once more; members without one must have logged in just now. */
const ensureOwner = async (app: App, actor: Member, { pass = '', token }: Proof, wrong: () => Invalid) => {
  const user = (await findUser(app.db, actor.id))!
  if (user.password_hash === null) await ensureFresh(app.db, token, app.clock.now())
  else if (!(await verifyPassword(pass, user.password_hash, { known: true }))) throw wrong()
  return user
}

const selfFact = (id: number) => ({ actor_id: id, object_type: 'user' as const, object_id: id, question_id: 0 })

/** All other sessions end. */
const enterAnew = async (tx: Tx, user_id: number, origin: Origin) => {
  await queries.deleteSessionsOf(tx.db, user_id)
  await queries.deleteOpenCodesOf(tx.db, user_id)
  await deleteTokensOf(tx.db, user_id)
  return logIn(tx, user_id, origin)
}

export const changePassword = async (
  app: App,
  actor: Member,
  { old_pass, pass }: { old_pass?: string; pass: string },
  { token, ...origin }: Origin & { token: string },
) => {
  const wrong = () => wrongPassword('old_pass', 'error.object.old_password_verification_failed')
  const before = await ensureOwner(app, actor, { pass: old_pass, token }, wrong)
  if (!canUsePassword(await loginInForce(app), before)) throw new Forbidden('error.user.not_allowed_password_login')
  const password_hash = await hashPassword(pass)
  return app.transaction(async (tx) => {
    const user = (await lockUser(tx.db, actor.id))!
    if (user.password_hash !== before.password_hash) throw wrong() // somebody was quicker
    await updateUser(tx.db, user.id, { password_hash })
    await warn(tx, user.id, { letter: 'password_changed' })
    return enterAnew(tx, user.id, origin)
  })
}

/** E-mails a link to the new address, so that only its reader can confirm it. Before activation the address is unproven anyway, so no password is needed. */
export const requestEmailChange = async (
  app: App,
  actor: Member,
  { e_mail: sent, pass }: { e_mail: string; pass?: string },
  { language, token }: { language: string; token: string },
) => {
  if (actor.mail_status === MAIL_STATUS.activated)
    await ensureOwner(app, actor, { pass, token }, () => wrongPassword('pass', 'error.user.wrong_password'))
  const { login } = await siteSettings(app)
  const e_mail = mailbox(sent)
  if (!isAllowedDomain(login, e_mail))
    throw new Invalid(
      [{ field: 'e_mail', reason: 'error.email.illegal_email_domain_error' }],
      'error.email.illegal_email_domain_error',
    )
  await app.transaction(async (tx) => {
    if (await findUserByEmail(tx.db, e_mail))
      throw new Invalid([{ field: 'e_mail', reason: 'error.email.duplicate' }], 'error.email.duplicate')
    await requestCode(tx, actor.id, actor.id, { purpose: 'change', e_mail, language: actor.language || language })
  })
  return null
}

/** The e-mailed link was followed: the new address is confirmed. */
export const changeEmail = async (app: App, code: string, origin: Origin) => {
  const login = await loginInForce(app)
  return entered(
    await againIfTaken(() =>
      app.transaction(async (tx) => {
        const used = await queries.useCode(tx.db, hashToken(code), ['change'], tx.now())
        const user = used && (await lockUser(tx.db, used.user_id))
        if (!user || user.status === USER_STATUS.deleted) throw expired()
        if (isSuspended(user, tx.now())) throw suspendedAs(app, user)
        const holder = await findUserByEmail(tx.db, used.e_mail)
        if (holder && holder.id !== user.id) throw new BadRequest('error.email.duplicate')
        const wasActivated = user.mail_status === MAIL_STATUS.activated
        if (!wasActivated) await ensureWayIn(tx, login, user)
        await updateUser(tx.db, user.id, { e_mail: used.e_mail, mail_status: MAIL_STATUS.activated })
        if (wasActivated && user.e_mail) await warn(tx, user.id, { letter: 'email_changed', e_mail: user.e_mail })
        if (!wasActivated) await tx.emit('user.activated', selfFact(user.id))
        await tx.emit('user.changed', selfFact(user.id))
        await queries.deleteSessionsOf(tx.db, user.id)
        await queries.deleteOpenCodesOf(tx.db, user.id)
        await deleteTokensOf(tx.db, user.id)
        return logInUnlessMore(tx, user.id, origin)
      }),
    ),
  )
}

/** Hidden at once; staff can restore it for thirty days, then it is erased. */
export const deleteOwnAccount = async (
  app: App,
  actor: Member,
  { pass, remove_all_content }: { pass?: string; remove_all_content: boolean },
  token: string,
) => {
  await ensureOwner(app, actor, { pass, token }, () => wrongPassword('pass', 'error.user.wrong_password'))
  await app.transaction(async (tx) => {
    const admins = await lockAdmins(tx.db)
    const user = (await lockUser(tx.db, actor.id))!
    if (user.role_id === ROLE.admin && !admins.some(({ id }) => id !== user.id))
      throw new BadRequest('error.user.last_admin')
    await updateUser(tx.db, user.id, { status: USER_STATUS.deleted, deleted_at: tx.now(), ...NO_SUSPENSION })
    await queries.deleteOpenCodesOf(tx.db, user.id)
    await deleteTokensOf(tx.db, user.id)
    if (user.e_mail && user.mail_status === MAIL_STATUS.activated)
      await warn(tx, user.id, { letter: 'account_deleted', e_mail: user.e_mail })
    await tx.emit('user.status_changed', {
      ...selfFact(user.id),
      before: standingOf(user),
      after: USER_STATUS.deleted,
      remove_all_content,
    })
  })
  return null
}

const lockWaiting = async (tx: Tx, user_id: number) => {
  const user = await lockUser(tx.db, user_id)
  if (!user || user.status === USER_STATUS.deleted || !user.e_mail) throw new NotFound('error.user.not_found')
  if (user.mail_status === MAIL_STATUS.activated) throw new BadRequest('error.email.already_verified')
  return { ...user, e_mail: user.e_mail }
}

/** For an admin to hand over; the e-mailed link still works. */
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
    await requestCode(tx, actor.id, user.id, {
      purpose: 'activation',
      e_mail: user.e_mail,
      language: user.language || language,
    })
  })
  return null
}
