import * as contract from '@askwell/contract/accounts.ts'
import type { Api } from '../../../../http/api/perform.ts'
import * as service from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.deleteOwnAccount, ({ app, site, actor, body, caller }) => {
    site.attempts.begin('login', `user:${actor.id}`, caller.ip)
    return service.deleteOwnAccount(app, actor, body, caller.token)
  })
}
