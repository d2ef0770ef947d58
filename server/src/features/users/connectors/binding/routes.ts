import * as contract from '@askwell/contract/connectors.ts'
import type { Api } from '../../../../http/api/perform.ts'
import type { Runtime } from '../../../../runtime.ts'
import { mailbox } from '../../users/policy.ts'
import * as service from './service.ts'

const isOffered = (runtime: Runtime) => (slug_name: string) => runtime.connectors.find(slug_name) !== undefined

export const routes = (api: Api) => {
  api.on(contract.unbindLogin, ({ app, site, actor, body }) => service.unbindLogin(app, actor, body, isOffered(site)))
  api.on(contract.pendingLogin, ({ app, query, caller }) =>
    service.pendingLogin(app, query.binding_key, caller.browser),
  )
  api.on(contract.bindByEmail, ({ app, site, body, caller }) => {
    site.attempts.beginCodeMail(mailbox(body.email), caller.ip)
    return service.bindByEmail(app, body, { ...caller, isOffered: isOffered(site) })
  })
  api.on(contract.bindByCode, ({ app, site, body, caller }) =>
    service.bindByCode(app, body, { ...caller, isOffered: isOffered(site) }),
  )
}
