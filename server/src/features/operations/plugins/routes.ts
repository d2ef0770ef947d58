import { pluginHistory, restorePlugin as restoreEndpoint } from '@askwell/contract/configuration.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import { DELIVERIES, SETTINGS_HISTORY } from '@askwell/contract/limits.ts'
import { pluginEditors, pluginPage, pluginWidgets, sendPluginForm } from '@askwell/contract/plugin-pages.ts'
import * as contract from '@askwell/contract/plugins.ts'
import { embedConfig, pluginStatus, renderConfig } from '@askwell/contract/site.ts'
import { toldApart } from '@askwell/contract/told-apart.ts'
import type { Api } from '../../../http/api/perform.ts'
import { NotFound } from '../../../lib/errors.ts'
import { findFailure } from '../../users/connectors/queries.ts'
import { findSetting } from '../settings/queries.ts'
import { siteSettings } from '../settings/views.ts'
import { auditEntries } from '../audit-log/views.ts'
import { allPlugins, lookForPlugins } from './arrange.ts'
import { sendAgain } from './events/deliveries.ts'
import { countFailedDeliveries, listDeliveries } from './events/queries.ts'
import { removePlugin, uploadPlugin } from './packages.ts'
import { formFor, pageFor } from './pages/page.ts'
import { widgetsFor } from './pages/widgets.ts'
import { findAgreements, findPluginSettings, findUserSettings, pluginChanges, settingOf } from './queries.ts'
import { listPluginsOn } from '../settings/queries.ts'
import {
  listUserPlugins,
  userPluginNamed,
  pluginNamed,
  renderTextsOf,
  restorePlugin,
  saveUserSettings,
  savePluginSettings,
  switchPlugin,
} from './service.ts'
import { addInstance, removeInstance, renameInstance } from './instances.ts'
import { installPlugin, lookForUpdates } from './registry.ts'
import * as views from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.plugins, async ({ app, site, query, caller }) => {
    await lookForPlugins(app, site, { anew: true })
    const known = allPlugins(site)
    const names = known.map(({ slug_name }) => slug_name)
    const [{ on, savedOf }, { agreedTo, faultOf, troubleOf, forbiddenOf, originOf }] = await Promise.all([
      findPluginSettings(app.db, names),
      findAgreements(app.db, names),
    ])
    const all = [
      ...known.map((plugin) =>
        views.knownPlugin(plugin, on, savedOf(plugin.slug_name), {
          language: caller.language,
          version: site.version,
          agreed: agreedTo(plugin.slug_name),
          fault: faultOf(plugin.slug_name),
          trouble: troubleOf(plugin.slug_name),
          forbidden: forbiddenOf(plugin.slug_name),
          now: app.clock.now(),
          origin: plugin.instance ? undefined : originOf(plugin.slug_name),
        }),
      ),
      ...site.installed.broken().map(views.brokenStatus),
    ]
    return all.filter(
      ({ enabled, have_config }) =>
        (query.status === '' || enabled === (query.status === 'active')) &&
        (query.have_config === undefined || query.have_config === have_config),
    )
  })
  api.on(contract.setPluginStatus, ({ app, site, actor, body }) => switchPlugin(app, site, actor, body))
  api.on(contract.uploadPlugin, ({ app, site, actor, body, file }) =>
    uploadPlugin(app, site, actor, file, body.replaces || undefined),
  )
  api.on(contract.installPlugin, ({ app, site, actor, body }) => installPlugin(app, site, actor, body))
  api.on(contract.lookForPluginUpdates, ({ app, site }) => lookForUpdates(app, site))
  api.on(contract.removePlugin, ({ app, site, actor, body }) => removePlugin(app, site, actor, body))
  api.on(contract.addPluginInstance, ({ app, site, actor, body }) => addInstance(app, site, actor, body))
  api.on(contract.renamePluginInstance, ({ app, site, actor, body }) => renameInstance(app, site, actor, body))
  api.on(contract.removePluginInstance, ({ app, site, actor, body }) => removeInstance(app, site, actor, body))
  api.on(contract.renderPluginTexts, ({ app, site, actor, body }) => renderTextsOf(app, site, actor, body))
  api.on(contract.pluginLog, ({ site, query }) => site.installed.logOf(query.plugin_slug_name))
  api.on(contract.deliveries, async ({ app, site, query, caller }) => {
    const { plugin_slug_name: slug_name, status, before } = query
    const plugin = pluginNamed(site, slug_name)
    if (!plugin) throw new NotFound('error.plugin.not_found')
    const from = before === undefined ? undefined : userNumber(before)
    const [rows, failed, on] = await Promise.all([
      listDeliveries(app.db, { plugin: slug_name, status, before: from }, DELIVERIES.page + 1),
      countFailedDeliveries(app.db, slug_name),
      listPluginsOn(app.db),
    ])
    return {
      name: views.nameOf(plugin, caller.language),
      enabled: on.includes(slug_name),
      failed,
      more: rows.length > DELIVERIES.page,
      list: rows.slice(0, DELIVERIES.page).map(views.delivery),
    }
  })
  api.on(contract.sendDeliveries, ({ app, actor, body }) => sendAgain(app, actor, body))
  api.on(contract.pluginConfig, async ({ app, site, query, caller }) => {
    const plugin = pluginNamed(site, query.plugin_slug_name)
    const { general } = await siteSettings(app)
    return views.pluginConfig(plugin, plugin && (await findSetting(app.db, settingOf(plugin.slug_name))), {
      language: caller.language,
      version: site.version,
      site_url: general.site_url,
      last_failure: plugin && (await findFailure(app.db, plugin.slug_name)),
    })
  })
  api.on(contract.savePluginConfig, ({ app, site, actor, body }) => savePluginSettings(app, site, actor, body))
  api.on(pluginHistory, async ({ app, actor, caller, query }) => {
    const entries = await pluginChanges(app.db, query.plugin_slug_name).limit(SETTINGS_HISTORY).execute()
    return {
      list: await auditEntries(app.db, entries, { viewer: actor, language: caller.language }),
      latest: String(entries[0]?.id ?? 0),
    }
  })
  api.on(restoreEndpoint, ({ app, site, actor, body }) =>
    restorePlugin(app, site, actor, {
      slug_name: body.plugin_slug_name,
      before: userNumber(body.before),
      latest: userNumber(body.latest),
    }),
  )
  api.on(contract.userPlugins, async ({ app, site, caller }) =>
    toldApart((await listUserPlugins(app, site)).map((plugin) => views.userPlugin(plugin, caller.language))),
  )
  api.on(contract.userPluginConfig, async ({ app, site, actor, query, caller }) => {
    const plugin = await userPluginNamed(app, site, query.plugin_slug_name)
    return views.userPluginConfig(
      plugin,
      plugin && (await findUserSettings(app.db, actor.id, plugin.slug_name)),
      caller.language,
    )
  })
  api.on(contract.saveUserPluginConfig, ({ app, site, actor, body }) => saveUserSettings(app, site, actor, body))
  api.on(pluginStatus, async ({ app, site, caller }) => {
    const on = await listPluginsOn(app.db)
    return allPlugins(site)
      .filter(({ slug_name }) => on.includes(slug_name))
      .map((plugin) => views.pluginStatus(plugin, on, { language: caller.language, version: site.version }))
  })
  api.on(pluginWidgets, ({ app, actor, query, caller }) =>
    widgetsFor(app, actor, { ...query, language: caller.language }),
  )
  api.on(pluginEditors, ({ app, caller }) => app.plugins.editorParts(caller.language))
  api.on(pluginPage, ({ app, actor, query, caller }) => pageFor(app, actor, { ...query, language: caller.language }))
  api.on(sendPluginForm, ({ app, actor, body, caller }) => formFor(app, actor, { ...body, language: caller.language }))
  api.on(embedConfig, ({ app }) => app.plugins.embedders().map((platform) => ({ platform, enable: true })))
  api.on(renderConfig, ({ app }) => (app.plugins.languages().length ? { select_theme: '' } : null))
}
