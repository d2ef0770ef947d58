import * as contract from '@askwell/contract/accounts.ts'
import type { Api } from '../../../../http/api/perform.ts'
import { mailbox } from '../../users/policy.ts'
import { isLoggedInFrom } from '../../sessions/queries.ts'
import * as service from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.requestPasswordReset, async ({ app, site, body, caller }) => {
    const account = mailbox(body.e_mail)
    site.attempts.beginCodeMail(account, caller.ip, await isLoggedInFrom(app.db, account, caller.ip))
    return service.requestReset(app, body.e_mail, caller.language)
  })
  api.on(contract.replacePassword, ({ app, body }) => service.replacePassword(app, body))
  api.on(contract.changePassword, async ({ app, site, actor, body, caller }) => {
    site.attempts.begin('login', `user:${actor.id}`, caller.ip)
    const reply = await service.changePassword(app, actor, body, caller)
    site.attempts.succeeded('login', `user:${actor.id}`, caller.ip)
    return reply
  })
}
