import { placeBefore } from '@askwell/contract/own-path.ts'
import type { App, Tx } from '../../../../events/events.ts'
import { MAIL_STATUS, type Actor, USER_STATUS } from '../../../../lib/actor.ts'
import { hashPassword } from '../../../../lib/passwords.ts'
import { BadRequest, Invalid, NotFound } from '../../../../lib/errors.ts'
import type { Origin } from '../../sessions/service.ts'
import { mailbox, tidyName, wrongChosenName } from '../../users/policy.ts'
import { findUser, findUserByEmail, lockUser, updateUser } from '../../users/queries.ts'
import { createUser, againIfTaken } from '../../users/service.ts'
import { loginInForce, siteSettings } from '../../../operations/settings/views.ts'
import { canRegister, isAllowedDomain, isSuspended } from '../policy.ts'
import { hasLoginElsewhere } from '../queries.ts'
import { codeUrl } from '../views.ts'
import { suspendedAs, logIn, logInUnlessMore, entered, requestCode, makeCode, redeem, ensureWayIn } from '../service.ts'
import { recordAudit } from '../../../operations/audit/queries.ts'

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
  const wrong = wrongChosenName('name', display_name)
  if (wrong.length) throw new Invalid(wrong)
  if (!isAllowedDomain(login, e_mail)) throw new BadRequest('error.email.illegal_email_domain_error')
  const password_hash = await hashPassword(pass)
  return againIfTaken(() =>
    app.transaction(async (tx) => {
      if (await findUserByEmail(tx.db, mailbox(e_mail)))
        throw new Invalid([{ field: 'e_mail', reason: 'error.email.duplicate' }], 'error.email.duplicate')
      const id = await createUser(tx, { display_name, e_mail, password_hash, activated: false })
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

export const resendActivation = async (app: App, actor: Actor, language: string, from: string) => {
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

export const activate = async (app: App, code: string, origin: Origin) => {
  const login = await loginInForce(app)
  return entered(
    await app.transaction(async (tx) => {
      const user = await redeem(tx, code, ['activation', 'activation_link'])
      if (isSuspended(user, tx.now())) throw suspendedAs(app.secret, user)
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

/** Somebody who waits for activation, or has come with an import and never logged in. */
const lockWaiting = async (tx: Tx, user_id: number) => {
  const user = await lockUser(tx.db, user_id)
  if (!user || user.status === USER_STATUS.deleted || !user.e_mail) throw new NotFound('error.user.not_found')
  const isUnclaimed = user.password_hash === null && !(await hasLoginElsewhere(tx.db, user_id))
  if (user.mail_status === MAIL_STATUS.activated && !isUnclaimed) throw new BadRequest('error.email.already_verified')
  return { ...user, e_mail: user.e_mail }
}

/** For an admin to hand over; the mailed one goes on working. */
const recordActivation = (tx: Tx, actor: Actor, action: string, user_id: number) =>
  recordAudit(tx, { actor_id: actor.id, action, object_type: 'user', object_id: user_id, before: null, after: null })

export const makeActivationLink = async (app: App, actor: Actor, user_id: number) => {
  const { general } = await siteSettings(app)
  const code = await app.transaction(async (tx) => {
    const user = await lockWaiting(tx, user_id)
    await recordActivation(tx, actor, 'user.activation_shown', user.id)
    return makeCode(tx, user.id, user.e_mail, 'activation_link')
  })
  return { activation_url: codeUrl(general.site_url, 'activation', code) }
}

export const mailActivationLink = async (app: App, actor: Actor, user_id: number, language: string) => {
  await app.transaction(async (tx) => {
    const user = await lockWaiting(tx, user_id)
    await requestCode(tx, actor.id, user.id, {
      purpose: 'activation',
      e_mail: user.e_mail,
      language: user.language || language,
    })
    await recordActivation(tx, actor, 'user.activation_mailed', user.id)
  })
  return null
}
