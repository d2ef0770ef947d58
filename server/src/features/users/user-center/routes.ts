import * as contract from '@askwell/contract/user-center.ts'
import type { Api } from '../../../http/api/perform.ts'
import { USER_STATUS } from '../../../lib/actor.ts'
import { NotFound } from '../../../lib/errors.ts'
import type { Runtime } from '../../../runtime.ts'
import { findUserByName } from '../users/names/queries.ts'
import { agent, brandingOf, settingsPlaces } from './views.ts'

/** The fault is the other service's, not the site's, but the admin has to find out. */
const reporting = (runtime: Runtime) => (error: unknown) =>
  runtime.log.warning('the user center failed', {
    plugin: runtime.userCenter.current()?.slug_name,
    error: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown',
  })

export const routes = (api: Api) => {
  api.on(contract.userCenterAgent, async ({ site }) => agent(site.userCenter, (await site.settings()).general))
  api.on(contract.userCenterSettings, ({ app, site, actor }) =>
    settingsPlaces(app.db, site.userCenter, actor.id, reporting(site)),
  )
  api.on(contract.personalBranding, async ({ app, site, query }) => {
    const user = await findUserByName(app.db, query.username)
    if (!user) throw new NotFound('error.user.not_found')
    if (user.status === USER_STATUS.deleted) return { enabled: false, personal_branding: [] }
    return brandingOf(app.db, site.userCenter, user.id, reporting(site))
  })
  api.on(contract.userCenterRights, ({ site }) => {
    const own = !site.userCenter.isAlone()
    return {
      allow_create_user: own,
      allow_update_user_status: true,
      allow_update_user_password: own,
      allow_update_user_role: true,
    }
  })
}
