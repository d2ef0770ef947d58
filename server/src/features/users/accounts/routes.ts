import * as contract from '@askwell/contract/accounts.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import { activationLink, mailActivationLink } from '@askwell/contract/user-administration.ts'
import * as secondFactors from '@askwell/contract/second-factors.ts'
import * as sessions from '@askwell/contract/sessions.ts'
import type { Api } from '../../../http/api/perform.ts'
import { AppError } from '../../../lib/errors.ts'
import { hashToken } from '../../../lib/tokens.ts'
import { passwordAndCode } from '../second-factors/policy.ts'
import { whoseChallenge } from '../second-factors/queries.ts'
import { mailbox } from '../users/policy.ts'
import { findUser } from '../users/queries.ts'
import { isLoggedInFrom } from './queries.ts'
import * as service from './service.ts'
import { currentUser, sessionList, suspensionOf } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.registerByEmail, ({ app, body, caller }) => service.register(app, body, caller))
  api.on(contract.logInByEmail, async ({ app, site, body, caller }) => {
    const account = mailbox(body.e_mail)
    site.attempts.begin('login', account, caller.ip)
    if (passwordAndCode(body.pass).code !== undefined) site.attempts.begin('code', account, caller.ip)
    const known = site.attempts.isHome(account, caller.ip) || (await isLoggedInFrom(app.db, account, caller.ip))
    const reply = await service.logInByPassword(app, body, { ...caller, known })
    site.attempts.succeeded('login', account, caller.ip)
    return reply
  })
  api.on(contract.logOut, ({ app, caller }) => service.logOut(app, caller.token))
  api.on(contract.currentUser, async ({ app, actor, caller }) => {
    if (caller.gone) throw new AppError('unauthorized', 'base.unauthorized_error')
    const user = actor && (await findUser(app.db, actor.id))
    return user ? currentUser(user, caller.token) : null
  })
  api.on(contract.sendVerification, async ({ app, site, actor, body, caller }) => {
    site.attempts.beginCodeMail((await findUser(app.db, actor.id))?.e_mail ?? '', caller.ip)
    return service.resendActivation(app, actor, caller.language, body.from)
  })
  api.on(contract.verifyEmail, ({ app, body, caller }) => service.activate(app, body.code, caller))
  api.on(contract.requestPasswordReset, async ({ app, site, body, caller }) => {
    const account = mailbox(body.e_mail)
    site.attempts.beginCodeMail(account, caller.ip, await isLoggedInFrom(app.db, account, caller.ip))
    return service.requestReset(app, body.e_mail, caller.language)
  })
  api.on(contract.replacePassword, ({ app, body }) => service.replacePassword(app, body))
  api.on(contract.actionRecord, ({ app, site, query, caller }) => site.captchas.challenge(app, query, caller))
  api.on(contract.changePassword, async ({ app, site, actor, body, caller }) => {
    site.attempts.begin('login', `user:${actor.id}`, caller.ip)
    const reply = await service.changePassword(app, actor, body, caller)
    site.attempts.succeeded('login', `user:${actor.id}`, caller.ip)
    return reply
  })
  api.on(contract.requestEmailChange, ({ app, site, actor, body, caller }) => {
    site.attempts.begin('login', `user:${actor.id}`, caller.ip)
    site.attempts.beginCodeMail(mailbox(body.e_mail), caller.ip)
    return service.requestEmailChange(app, actor, body, caller)
  })
  api.on(contract.changeEmail, ({ app, body, caller }) => service.changeEmail(app, body.code, caller))
  api.on(contract.suspension, ({ app, query }) => suspensionOf(app, query.about))
  api.on(contract.deleteOwnAccount, ({ app, site, actor, body, caller }) => {
    site.attempts.begin('login', `user:${actor.id}`, caller.ip)
    return service.deleteOwnAccount(app, actor, body, caller.token)
  })

  api.on(secondFactors.finishLogIn, async ({ app, site, body, caller }) => {
    const account = `step:${(await whoseChallenge(app.db, hashToken(body.challenge), 'second_factor')) ?? 0}`
    site.attempts.begin('code', account, caller.ip)
    const reply = await service.finishLogIn(app, body, caller)
    site.attempts.succeeded('code', account, caller.ip)
    return reply
  })
  api.on(secondFactors.logInWithPasskey, ({ app, body, caller }) => service.logInWithPasskey(app, body, caller))

  api.on(sessions.sessions, ({ app, actor, caller }) => sessionList(app, actor.id, caller.token))
  api.on(sessions.endSession, ({ app, actor, body }) => service.endSession(app, actor, userNumber(body.id)))
  api.on(sessions.endOtherSessions, ({ app, actor, body, caller }) =>
    service.endOtherSessions(app, actor, { token: caller.token, api_tokens: body.api_tokens }),
  )

  api.on(activationLink, ({ app, query }) => service.makeActivationLink(app, userNumber(query.user_id)))
  api.on(mailActivationLink, ({ app, actor, body, caller }) =>
    service.mailActivationLink(app, actor, userNumber(body.user_id), caller.language),
  )
}
