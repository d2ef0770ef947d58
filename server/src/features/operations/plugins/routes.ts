import * as contract from '@askwell/contract/plugins.ts'
import { embedConfig, pluginStatus, renderConfig } from '@askwell/contract/site.ts'
import type { Api } from '../../../http/api/perform.ts'
import { findFailure } from '../../users/connectors/queries.ts'
import { findSetting } from '../settings/queries.ts'
import { siteSettings } from '../settings/views.ts'
import { findMemberSettings, findPluginSettings, listPluginsOn, settingOf } from './queries.ts'
import {
  BROKEN,
  listMemberPlugins,
  memberPluginNamed,
  pluginNamed,
  PLUGINS,
  saveMemberSettings,
  savePluginSettings,
  switchPlugin,
} from './service.ts'
import * as views from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.plugins, async ({ app, site, query, caller }) => {
    const { on, savedOf } = await findPluginSettings(
      app.db,
      PLUGINS.map(({ slug_name }) => slug_name),
    )
    const all = [
      ...PLUGINS.map((plugin) =>
        views.knownPlugin(plugin, on, savedOf(plugin.slug_name), { language: caller.language, version: site.version }),
      ),
      ...BROKEN.map(({ folder }) => views.brokenStatus(folder, caller.language)),
    ]
    return all.filter(
      ({ enabled, have_config }) =>
        (query.status === '' || enabled === (query.status === 'active')) &&
        (query.have_config === undefined || query.have_config === have_config),
    )
  })
  api.on(contract.setPluginStatus, ({ app, site, actor, body }) => switchPlugin(app, site, actor, body))
  api.on(contract.pluginConfig, async ({ app, site, query, caller }) => {
    const plugin = pluginNamed(query.plugin_slug_name)
    const { general } = await siteSettings(app)
    return views.pluginConfig(plugin, plugin && (await findSetting(app.db, settingOf(plugin.slug_name))), {
      language: caller.language,
      version: site.version,
      site_url: general.site_url,
      last_failure: plugin && (await findFailure(app.db, plugin.slug_name)),
    })
  })
  api.on(contract.savePluginConfig, ({ app, site, actor, body }) => savePluginSettings(app, site, actor, body))
  api.on(contract.memberPlugins, async ({ app, caller }) =>
    (await listMemberPlugins(app)).map((plugin) => views.memberPlugin(plugin, caller.language)),
  )
  api.on(contract.memberPluginConfig, async ({ app, actor, query, caller }) => {
    const plugin = await memberPluginNamed(app, query.plugin_slug_name)
    return views.memberPluginConfig(
      plugin,
      plugin && (await findMemberSettings(app.db, actor.id, plugin.slug_name)),
      caller.language,
    )
  })
  api.on(contract.saveMemberPluginConfig, ({ app, actor, body }) => saveMemberSettings(app, actor, body))
  api.on(pluginStatus, async ({ app, site, caller }) => {
    const on = await listPluginsOn(app.db)
    return PLUGINS.filter(({ slug_name }) => on.includes(slug_name)).map((plugin) =>
      views.pluginStatus(plugin, on, { language: caller.language, version: site.version }),
    )
  })
  api.on(embedConfig, () => [])
  api.on(renderConfig, () => null)
}
