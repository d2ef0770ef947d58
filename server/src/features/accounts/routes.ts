import * as contract from '@askwell/contract/accounts.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import { activationLink, mailActivationLink } from '@askwell/contract/user-administration.ts'
import type { Api } from '../../http/api.ts'
import { mailbox } from '../users/policy.ts'
import { findUser } from '../users/queries.ts'
import * as service from './service.ts'
import { currentUser } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.registerByEmail, ({ app, body, caller }) => service.register(app, body, caller.language))
  api.on(contract.logInByEmail, async ({ app, site, body, caller }) => {
    const account = mailbox(body.e_mail)
    site.attempts.begin('login', account, caller.ip)
    const reply = await service.logInByPassword(app, body)
    site.attempts.succeeded('login', account, caller.ip)
    return reply
  })
  api.on(contract.logOut, ({ app, caller }) => service.logOut(app, caller.token))
  api.on(contract.currentUser, async ({ app, actor, caller }) => {
    const user = actor && (await findUser(app.db, actor.id))
    return user ? currentUser(user, caller.token) : null
  })
  api.on(contract.sendVerification, ({ app, actor, caller }) => service.resendActivation(app, actor, caller.language))
  api.on(contract.verifyEmail, ({ app, body }) => service.activate(app, body.code))
  api.on(contract.requestPasswordReset, ({ app, site, body, caller }) => {
    site.attempts.begin('reset', mailbox(body.e_mail), caller.ip)
    return service.requestReset(app, body.e_mail, caller.language)
  })
  api.on(contract.replacePassword, ({ app, body }) => service.replacePassword(app, body))
  api.on(contract.actionRecord, ({ app, site, query, caller }) => site.captchas.challenge(app, query.action, caller))
  // None come without a plugin.
  api.on(contract.connectors, () => [])

  api.on(activationLink, ({ app, query }) => service.makeActivationLink(app, userNumber(query.user_id)))
  api.on(mailActivationLink, ({ app, actor, body, caller }) => service.mailActivationLink(app, actor, userNumber(body.user_id), caller.language))
}
