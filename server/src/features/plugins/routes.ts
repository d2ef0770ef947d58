import { embedConfig, pluginStatus, renderConfig, userCenterAgent } from '@askwell/contract/site.ts'
import type { Api } from '../../http/api.ts'

/** What plugins that are switched on add; there is no host for them yet, so nothing is. */
export const routes = (api: Api) => {
  api.on(pluginStatus, () => [])
  api.on(embedConfig, () => [])
  api.on(renderConfig, () => null)
  api.on(userCenterAgent, () => ({ enabled: false, agent_info: null }))
}
