import type { App } from '../../../../events/events.ts'
import { MAIL_STATUS, type Actor, USER_STATUS } from '../../../../lib/actor.ts'
import { BadRequest, Invalid } from '../../../../lib/errors.ts'
import { hashToken } from '../../../../lib/tokens.ts'
import { deleteTokensOf } from '../../api-tokens/queries.ts'
import { deleteSessionsOf } from '../../sessions/queries.ts'
import type { Origin } from '../../sessions/service.ts'
import { mailbox } from '../../users/policy.ts'
import { findUserByEmail, lockUser, updateUser } from '../../users/queries.ts'
import { againIfTaken } from '../../users/service.ts'
import { loginInForce, siteSettings } from '../../../operations/settings/views.ts'
import { isAllowedDomain, isSuspended } from '../policy.ts'
import * as queries from '../queries.ts'
import { warn } from '../../users/warn.ts'
import {
  suspendedAs,
  ensureOwner,
  expired,
  logInUnlessMore,
  entered,
  requestCode,
  ensureWayIn,
  wrongPassword,
  selfFact,
} from '../service.ts'

/** Mails a link to the new address: only who reads it can take it. Until an account is activated its address is a claim, and no more than that is changed: no password is asked. */
export const requestEmailChange = async (
  app: App,
  actor: Actor,
  { e_mail: sent, pass }: { e_mail: string; pass?: string },
  { language, token }: { language: string; token: string },
) => {
  if (actor.mail_status === MAIL_STATUS.activated)
    await ensureOwner(app.db, actor, { pass, token, now: app.clock.now() }, () =>
      wrongPassword('pass', 'error.user.wrong_password'),
    )
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

/** The mailed link was followed: the address is theirs, and proven with that. */
export const changeEmail = async (app: App, code: string, origin: Origin) => {
  const login = await loginInForce(app)
  return entered(
    await againIfTaken(() =>
      app.transaction(async (tx) => {
        const used = await queries.useCode(tx.db, hashToken(code), ['change'], tx.now())
        const user = used && (await lockUser(tx.db, used.user_id))
        if (!user || user.status === USER_STATUS.deleted) throw expired()
        if (isSuspended(user, tx.now())) throw suspendedAs(app.secret, user)
        const holder = await findUserByEmail(tx.db, used.e_mail)
        if (holder && holder.id !== user.id) throw new BadRequest('error.email.duplicate')
        const wasActivated = user.mail_status === MAIL_STATUS.activated
        if (!wasActivated) await ensureWayIn(tx, login, user)
        await updateUser(tx.db, user.id, { e_mail: used.e_mail, mail_status: MAIL_STATUS.activated })
        if (wasActivated && user.e_mail) await warn(tx, user.id, { kind: 'email_changed', e_mail: user.e_mail })
        if (!wasActivated) await tx.emit('user.activated', selfFact(user.id))
        await tx.emit('user.changed', selfFact(user.id))
        await deleteSessionsOf(tx.db, user.id)
        await queries.deleteOpenCodesOf(tx.db, user.id)
        await deleteTokensOf(tx.db, user.id)
        return logInUnlessMore(tx, user.id, origin)
      }),
    ),
  )
}
