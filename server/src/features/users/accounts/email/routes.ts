import * as contract from '@askwell/contract/accounts.ts'
import type { Api } from '../../../../http/api/perform.ts'
import { mailbox } from '../../users/policy.ts'
import * as service from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.requestEmailChange, ({ app, site, actor, body, caller }) => {
    site.attempts.begin('login', `user:${actor.id}`, caller.ip)
    site.attempts.beginCodeMail(mailbox(body.e_mail), caller.ip)
    return service.requestEmailChange(app, actor, body, caller)
  })
  api.on(contract.changeEmail, ({ app, body, caller }) => service.changeEmail(app, body.code, caller))
}
