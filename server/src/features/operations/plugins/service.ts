import type { PluginChoice, PluginSettings } from '@askwell/contract/plugins.ts'
import type { Members, PluginConfig } from '@askwell/plugin-kit'
import { advisoryLock, type Db } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Member } from '../../../lib/member.ts'
import { withCauses } from '../../../lib/causes.ts'
import { Invalid, NotFound } from '../../../lib/errors.ts'
import { aside } from '../../../lib/slot.ts'
import { FOUND } from '../../../plugin-host/load.ts'
import { findLogin } from '../../users/connectors/queries.ts'
import { deleteFailure } from '../../users/connectors/sign-in-failure.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'
import { PASSWORD_MASK } from '../settings/views.ts'
import { lockUser } from '../../users/users/queries.ts'
import {
  asPlugin,
  filledIn,
  isComplete,
  isSetUp,
  memberForm,
  parted,
  PICTURE_CAPTCHA,
  type Plugin,
  type Ports,
  withChanges,
} from './policy.ts'
import {
  findMemberSettings,
  findPluginSettings,
  keepMemberSettings,
  listPluginsOn,
  PLUGINS_ON,
  settingOf,
} from './queries.ts'

/** What there is to switch on, all off at first. */
export const PLUGINS: Plugin[] = [PICTURE_CAPTCHA, ...FOUND.definitions.map(asPlugin)]
/** Folders with a plugin that can't be loaded. */
export const BROKEN = FOUND.broken

export const pluginNamed = (slug_name: string) => PLUGINS.find((plugin) => plugin.slug_name === slug_name)
const getPlugin = (slug_name: string) => {
  const plugin = pluginNamed(slug_name)
  if (!plugin) throw new NotFound('error.plugin.not_found')
  return plugin
}

type Places = Ports & { report(error: unknown, where: string): void }

/** What has its place in this process and as it was set up then, in which app, and the last arranging: one after another, so that what was read last counts. */
interface Arranged {
  app: App
  placed: Map<string, string>
  last: Promise<void>
}
const arranged = new WeakMap<Ports, Arranged>()

/** What members have set, by who they are at the plugin's service; of the app that is open now, for a plugin keeps its place when another is. */
const membersOf = (plugin: Plugin, now: Arranged): Members => ({
  settingsOf: async (external_id) => {
    const login = await findLogin(now.app.db, plugin.slug_name, external_id)
    return filledIn(
      memberForm(plugin),
      login && (await findMemberSettings(now.app.db, login.user_id, plugin.slug_name)),
    )
  },
})

/** A plugin that can't begin stands aside; the others and the site go on. */
const place = (plugin: Plugin, places: Places, values: PluginConfig | undefined, members: Members) => {
  try {
    plugin.turn(places, values, members)
  } catch (error) {
    places.report(error, `beginning with the plugin ${plugin.slug_name}`)
    plugin.turn(places, undefined, members)
  }
}

/** Each plugin that is on and set up takes its place in this process, or leaves it, as the site has it now. */
export const arrangePlugins = (app: App, places: Places): Promise<void> => {
  const now: Arranged = arranged.get(places) ?? { app, placed: new Map<string, string>(), last: Promise.resolve() }
  now.app = app
  arranged.set(places, now)
  const arrange = async () => {
    const { on, savedOf } = await findPluginSettings(
      app.db,
      PLUGINS.map(({ slug_name }) => slug_name),
    )
    for (const plugin of PLUGINS) {
      const values = filledIn(plugin, savedOf(plugin.slug_name))
      const wanted = on.includes(plugin.slug_name) && isComplete(plugin, values) ? JSON.stringify(values) : undefined
      if (wanted === now.placed.get(plugin.slug_name)) continue
      place(plugin, places, wanted === undefined ? undefined : values, membersOf(plugin, now))
      if (wanted === undefined) now.placed.delete(plugin.slug_name)
      else now.placed.set(plugin.slug_name, wanted)
    }
  }
  now.last = now.last.then(arrange, arrange)
  return now.last
}

const saveFor = async (tx: Tx, actor: Member, name: string, value: unknown) => {
  await saveSetting(tx.db, name, value, tx.now())
  await tx.emit('settings.changed', {
    actor_id: actor.id,
    object_type: 'user',
    object_id: actor.id,
    question_id: 0,
    name,
  })
}

export const switchPlugin = async (
  app: App,
  places: Places,
  actor: Member,
  { plugin_slug_name, enabled }: PluginChoice,
) => {
  const { slug_name } = getPlugin(plugin_slug_name)
  await app.transaction(async (tx) => {
    await advisoryLock(tx.db, PLUGINS_ON) // two at once each keep what the other switched
    const others = (await listPluginsOn(tx.db)).filter((other) => other !== slug_name)
    await saveFor(tx, actor, PLUGINS_ON, enabled ? [...others, slug_name] : others)
  })
  await arrangePlugins(app, places)
  return null
}

/** A service that isn't there is told before anybody relies on it; what is wrong otherwise is told first. */
const tryService = async ({ db }: App, plugin: Plugin, config_fields: PluginSettings['config_fields']) => {
  const { tried } = plugin
  if (!tried) return
  const before = filledIn(plugin, await findSetting(db, settingOf(plugin.slug_name)))
  const { values, wrong } = withChanges(plugin, before, config_fields, PASSWORD_MASK)
  if (wrong.length || values[tried.name] === before[tried.name]) return
  await aside(() => tried.reach(values)).catch((error: unknown) => {
    throw new Invalid([
      { field: tried.name, reason: 'error.plugin.no_service', values: { message: withCauses(error) } },
    ])
  })
}

export const savePluginSettings = async (
  app: App,
  places: Places,
  actor: Member,
  { plugin_slug_name, config_fields }: PluginSettings,
) => {
  const plugin = getPlugin(plugin_slug_name)
  const name = settingOf(plugin.slug_name)
  await tryService(app, plugin, config_fields)
  await app.transaction(async (tx) => {
    await advisoryLock(tx.db, name)
    const { values, wrong } = withChanges(
      plugin,
      filledIn(plugin, await findSetting(tx.db, name)),
      config_fields,
      PASSWORD_MASK,
    )
    if (wrong.length) throw new Invalid(wrong)
    await saveFor(tx, actor, name, values)
    await deleteFailure(tx, plugin.slug_name)
  })
  await arrangePlugins(app, places)
  return null
}

/** Those that are in use and let members set something for themselves. */
export const listMemberPlugins = async ({ db }: Pick<App, 'db'>) => {
  const asking = PLUGINS.filter(({ user_config }) => user_config?.length)
  if (!asking.length) return []
  const { on, savedOf } = await findPluginSettings(
    db,
    asking.map(({ slug_name }) => slug_name),
  )
  return asking.filter((plugin) => on.includes(plugin.slug_name) && isSetUp(plugin, savedOf(plugin.slug_name)))
}

export const memberPluginNamed = async (app: App, slug_name: string) =>
  (await listMemberPlugins(app)).find((plugin) => plugin.slug_name === slug_name)

export const saveMemberSettings = async (
  app: App,
  actor: Member,
  { plugin_slug_name, config_fields }: PluginSettings,
) => {
  const plugin = await memberPluginNamed(app, plugin_slug_name)
  if (!plugin) throw new NotFound('error.plugin.not_found')
  const form = memberForm(plugin)
  await app.transaction(async (tx) => {
    await lockUser(tx.db, actor.id) // two at once each keep what the other changed
    const { values, wrong } = withChanges(
      form,
      filledIn(form, await findMemberSettings(tx.db, actor.id, plugin.slug_name)),
      config_fields,
      PASSWORD_MASK,
    )
    if (wrong.length) throw new Invalid(wrong)
    await keepMemberSettings(tx.db, {
      user_id: actor.id,
      plugin: plugin.slug_name,
      ...parted(form, values),
      updated_at: tx.now(),
    })
  })
  return null
}

/** Those that are switched on and do nothing: they aren't set up, or aren't there any more. */
export const listIdlePlugins = async (db: Db) => {
  const { on, savedOf } = await findPluginSettings(
    db,
    PLUGINS.map(({ slug_name }) => slug_name),
  )
  return on
    .filter((slug_name) => {
      const plugin = pluginNamed(slug_name)
      return !plugin || !isSetUp(plugin, savedOf(slug_name))
    })
    .sort()
}
