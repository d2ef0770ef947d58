import type { PluginChoice, PluginSettings } from '@askwell/contract/plugins.ts'
import { advisoryLock, type Db } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import { beginTask } from '../../../events/tasks/service.ts'
import type { Actor } from '../../../lib/actor.ts'
import { withCauses } from '../../../lib/causes.ts'
import { Conflict, Invalid, NotFound } from '../../../lib/errors.ts'
import { outsideSlot } from '../../../lib/concurrency-slot.ts'
import { deleteFailure } from '../../users/connectors/sign-in-failure.ts'
import { changedFields, withoutSecrets } from '../audit/changed-fields.ts'
import { recordAudit } from '../audit/queries.ts'
import { deleteSettings, findSetting, listPluginsOn, PLUGINS_ON, saveSetting } from '../settings/queries.ts'
import { tellSettingsChanged } from '../settings/tell-changed.ts'
import { PASSWORD_MASK, siteSettings } from '../settings/views.ts'
import { lockUser } from '../../users/users/queries.ts'
import { allPlugins, arrangePlugins, type Places } from './arrange.ts'
import { isAgreed, reachService } from './isolated.ts'
import { agreeTo } from './packages.ts'
import {
  drawsIn,
  filledIn,
  isSetUp,
  offersMembers,
  parted,
  PICTURE_CAPTCHA,
  type Plugin,
  userForm,
  withChanges,
} from './policy.ts'
import {
  findAgreements,
  findPluginSettings,
  notesOf,
  findUserSettings,
  pluginChanges,
  settingOf,
  upsertUserSettings,
} from './queries.ts'
import { recordOfPlugin } from './record.ts'

export const pluginNamed = (places: Pick<Places, 'installed'>, slug_name: string) =>
  allPlugins(places).find((plugin) => plugin.slug_name === slug_name)
const getPlugin = (places: Places, slug_name: string) => {
  const plugin = pluginNamed(places, slug_name)
  if (!plugin) throw new NotFound('error.plugin.not_found')
  return plugin
}

const saveFor = async (tx: Tx, actor: Actor, name: string, value: unknown) => {
  await saveSetting(tx.db, name, value, tx.now())
  await tellSettingsChanged(tx, actor.id, name)
}

const recordChange = async (tx: Tx, actor: Actor, { slug_name, config }: Plugin, before: object, after: object) => {
  const changed = changedFields({ ...before }, { ...after })
  const secret = config.filter(({ kind }) => kind === 'secret').map(({ name }) => name)
  if (changed)
    await recordAudit(tx, {
      actor_id: actor.id,
      action: 'plugin.changed',
      object_type: 'plugin',
      object_id: 0,
      name: slug_name,
      ...withoutSecrets(changed, secret),
    })
}

export const switchPlugin = async (
  app: App,
  places: Places,
  actor: Actor,
  { plugin_slug_name, enabled, agreed = [] }: PluginChoice,
) => {
  const plugin = getPlugin(places, plugin_slug_name)
  const { slug_name } = plugin
  await app.transaction(async (tx) => {
    await advisoryLock(tx.db, PLUGINS_ON) // two at once each keep what the other switched
    if (enabled) await agreeTo(tx, plugin, agreed)
    else await deleteSettings(tx.db, notesOf(slug_name)) // with it goes what stood in for the plugin
    const on = await listPluginsOn(tx.db)
    const others = on.filter((other) => other !== slug_name)
    await saveFor(tx, actor, PLUGINS_ON, enabled ? [...others, slug_name] : others)
    await recordChange(tx, actor, plugin, { enabled: on.includes(slug_name) }, { enabled })
  })
  await arrangePlugins(app, places)
  return null
}

/** As a long task; what the plugin has drawn goes from there too, once it is off. */
export const renderTextsOf = async (
  app: App,
  places: Places,
  actor: Actor,
  { plugin_slug_name }: { plugin_slug_name: string },
) => {
  const plugin = getPlugin(places, plugin_slug_name)
  if (!plugin.isolated || !drawsIn(plugin)) throw new NotFound('error.plugin.not_found')
  const { languages, hosts: written } = plugin.isolated.manifest
  // Where an admin lists the hosts, cards of those that were taken off the list go, too: any address may be one.
  const hosts = written.map((host) => (host.startsWith('{') ? '://' : host))
  const act = { actor_id: actor.id, action: 'plugin.render_begun', name: plugin_slug_name }
  await beginTask(app, actor.id, 'render_anew', { having: { languages, hosts } }, (tx) => recordOfPlugin(tx, act))
  return null
}

/** A service that isn't there is told before anybody relies on it; what is wrong otherwise is told first. */
const tryService = async (app: App, places: Places, plugin: Plugin, config_fields: PluginSettings['config_fields']) => {
  const { slug_name, isolated } = plugin
  const field = isolated?.manifest.tried
  if (!field) return
  const before = filledIn(plugin, await findSetting(app.db, settingOf(slug_name)))
  const { values: config, wrong } = withChanges(plugin, before, config_fields, PASSWORD_MASK)
  if (wrong.length || config[field] === before[field]) return
  // Nothing from elsewhere runs before an admin has agreed to it.
  if (isolated.source !== 'site') {
    const { agreedTo } = await findAgreements(app.db, [slug_name])
    if (!isAgreed(isolated, agreedTo(slug_name))) return
  }
  const { language } = (await siteSettings(app)).interface
  const reach = () => reachService(app, places, { plugin: { ...plugin, isolated }, config, language })
  const wrongOne = await outsideSlot(reach).catch((error: unknown) => {
    throw new Invalid([{ field, reason: 'error.plugin.no_service', values: { message: withCauses(error) } }])
  })
  if (wrongOne && Object.hasOwn(config, wrongOne.field)) {
    const values = { message: wrongOne.why }
    throw new Invalid([{ field: wrongOne.field, reason: 'error.plugin.wrong_setting', values }])
  }
}

/** `ensure` refuses, once nobody else can change them, what no longer fits. */
export const savePluginSettings = async (
  app: App,
  places: Places,
  actor: Actor,
  { plugin_slug_name, config_fields }: PluginSettings,
  ensure?: (tx: Tx) => Promise<void>,
) => {
  const plugin = getPlugin(places, plugin_slug_name)
  const name = settingOf(plugin.slug_name)
  await tryService(app, places, plugin, config_fields)
  await app.transaction(async (tx) => {
    await advisoryLock(tx.db, name)
    await ensure?.(tx)
    const before = filledIn(plugin, await findSetting(tx.db, name))
    const { values, wrong } = withChanges(plugin, before, config_fields, PASSWORD_MASK)
    if (wrong.length) throw new Invalid(wrong)
    await saveFor(tx, actor, name, values)
    await recordChange(tx, actor, plugin, before, values)
    await deleteFailure(tx, plugin.slug_name)
  })
  await arrangePlugins(app, places)
  return null
}

interface Restoring {
  slug_name: string
  /** The change before which the settings were as they are wanted. */
  before: number
  /** The last change that the admin has seen. */
  latest: number
}

/** Brings the settings of a plugin back to how they were before a change, by the way in which they are saved: they must still fit, and a service must still be there. Secrets stay. */
export const restorePlugin = async (
  app: App,
  places: Places,
  actor: Actor,
  { slug_name, before, latest }: Restoring,
) => {
  const changes = await pluginChanges(app.db, slug_name).where('id', '>=', before).execute()
  if (changes.at(-1)?.id !== before) throw new NotFound('error.object.not_found')
  const former = Object.assign({}, ...changes.map((change) => JSON.parse(change.before) as object)) as object
  const secret = new Set(
    pluginNamed(places, slug_name)
      ?.config.filter(({ kind }) => kind === 'secret')
      .map(({ name }) => name),
  )
  const config_fields = Object.fromEntries(Object.entries(former).filter(([name]) => !secret.has(name)))
  return savePluginSettings(app, places, actor, { plugin_slug_name: slug_name, config_fields }, async ({ db }) => {
    const last = await pluginChanges(db, slug_name).limit(1).executeTakeFirst()
    if (last?.id !== latest) throw new Conflict('error.settings.changed_meanwhile')
  })
}

/** Those that are in use and let members set something for themselves. */
export const listUserPlugins = async ({ db }: Pick<App, 'db'>, places: Pick<Places, 'installed'>) => {
  const asking = allPlugins(places).filter(({ user_config }) => user_config?.length)
  if (!asking.length) return []
  const names = asking.map(({ slug_name }) => slug_name)
  const [{ on, savedOf }, { agreedTo }] = await Promise.all([findPluginSettings(db, names), findAgreements(db, names)])
  return asking.filter(
    (plugin) =>
      on.includes(plugin.slug_name) &&
      isSetUp(plugin, savedOf(plugin.slug_name)) &&
      offersMembers(plugin, filledIn(plugin, savedOf(plugin.slug_name))) &&
      (!plugin.isolated || isAgreed(plugin.isolated, agreedTo(plugin.slug_name))),
  )
}

export const userPluginNamed = async (app: App, places: Pick<Places, 'installed'>, slug_name: string) =>
  (await listUserPlugins(app, places)).find((plugin) => plugin.slug_name === slug_name)

export const saveUserSettings = async (
  app: App,
  places: Pick<Places, 'installed'>,
  actor: Actor,
  { plugin_slug_name, config_fields }: PluginSettings,
) => {
  const plugin = await userPluginNamed(app, places, plugin_slug_name)
  if (!plugin) throw new NotFound('error.plugin.not_found')
  const form = userForm(plugin)
  await app.transaction(async (tx) => {
    await lockUser(tx.db, actor.id) // two at once each keep what the other changed
    const { values, wrong } = withChanges(
      form,
      filledIn(form, await findUserSettings(tx.db, actor.id, plugin.slug_name)),
      config_fields,
      PASSWORD_MASK,
    )
    if (wrong.length) throw new Invalid(wrong)
    await upsertUserSettings(tx.db, {
      user_id: actor.id,
      plugin: plugin.slug_name,
      ...parted(form, values),
      updated_at: tx.now(),
    })
  })
  return null
}

/** Switched on, and doing nothing, as nobody has agreed to what they may do. */
export const listIdlePlugins = async (db: Db) => {
  const on = await listPluginsOn(db)
  const { agreedTo } = await findAgreements(db, on)
  return on.filter((slug_name) => slug_name !== PICTURE_CAPTCHA.slug_name && agreedTo(slug_name).length === 0).sort()
}
