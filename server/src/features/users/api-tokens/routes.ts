import * as contract from '@askwell/contract/api-tokens.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import type { Api } from '../../../http/api/perform.ts'
import * as service from './service.ts'
import { apiTokens } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.apiTokens, ({ app, actor }) => apiTokens(app, actor.id))
  api.on(contract.makeApiToken, async ({ app, site, actor, caller, body }) => {
    site.attempts.begin('code', `user:${actor.id}`, caller.ip)
    const made = await service.makeApiToken(app, actor, body, caller.token)
    site.attempts.succeeded('code', `user:${actor.id}`, caller.ip)
    return made
  })
  api.on(contract.endApiToken, ({ app, actor, body }) => service.endApiToken(app, actor, userNumber(body.id)))
}
