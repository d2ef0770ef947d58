import * as contract from '@askwell/contract/connectors.ts'
import type { Api } from '../../../http/api/perform.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { listLoginsOf } from './queries.ts'
import { connectorList, ownLoginList } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.connectors, async ({ app, site }) =>
    connectorList(site.connectors.list(), (await siteSettings(app)).general),
  )
  api.on(contract.ownLogins, async ({ app, site, actor, caller }) =>
    ownLoginList(site.connectors.list(), await listLoginsOf(app.db, actor.id), {
      general: (await siteSettings(app)).general,
      secret: app.secret,
      token: caller.token,
    }),
  )
}
