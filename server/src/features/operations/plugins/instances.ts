import type { InstanceName, NewInstance } from '@askwell/contract/plugins.ts'
import { PLUGIN_INSTANCES_MAX } from '@askwell/contract/limits.ts'
import { advisoryLock } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { BadRequest, NotFound } from '../../../lib/errors.ts'
import { saveSetting } from '../settings/queries.ts'
import { tellSettingsChanged } from '../settings/tell-changed.ts'
import { allPlugins, arrangePlugins, type Places } from './arrange.ts'
import { forgetPlugins } from './forget.ts'
import type { PluginInstance } from './instance.ts'
import { findInstances, INSTANCES } from './queries.ts'
import { recordOfPlugin } from './record.ts'

/** One plugin as often as wanted, each with a name and settings of its own. */

const save = async (tx: Tx, actor: Actor, instances: Awaited<ReturnType<typeof findInstances>>) => {
  await saveSetting(tx.db, INSTANCES, instances, tx.now())
  await tellSettingsChanged(tx, actor.id, INSTANCES)
}

const record = (tx: Tx, actor: Actor, action: string, { slug_name }: PluginInstance, before: unknown, after: unknown) =>
  recordOfPlugin(tx, { actor_id: actor.id, action, name: slug_name }, before, after)

/** Its number is never given twice: whoever signed in with a service that is gone must not get in by another of the same number. */
export const addInstance = async (
  app: App,
  places: Places,
  actor: Actor,
  { plugin_slug_name: of, name }: NewInstance,
) => {
  const plugin = allPlugins(places).find(({ slug_name }) => slug_name === of)
  if (!plugin) throw new NotFound('error.plugin.not_found')
  if (!plugin.instanceOf) throw new BadRequest('error.plugin.only_one')
  const slug_name = await app.transaction(async (tx) => {
    await advisoryLock(tx.db, INSTANCES)
    const { list, last } = await findInstances(tx.db)
    if (list.filter((one) => one.of === of).length >= PLUGIN_INSTANCES_MAX)
      throw new BadRequest('error.plugin.too_many')
    const taken = new Set(allPlugins(places).map((one) => one.slug_name))
    let number = (last[of] ?? 1) + 1
    while (taken.has(`${of}_${number}`)) number++
    const instance = { slug_name: `${of}_${number}`, of, name }
    await save(tx, actor, { list: [...list, instance], last: { ...last, [of]: number } })
    await record(tx, actor, 'plugin.instance_added', instance, null, { name })
    return instance.slug_name
  })
  await arrangePlugins(app, places)
  return { slug_name }
}

const change = async (
  app: App,
  places: Places,
  slug_name: string,
  work: (tx: Tx, instance: PluginInstance, found: Awaited<ReturnType<typeof findInstances>>) => Promise<void>,
) => {
  await app.transaction(async (tx) => {
    await advisoryLock(tx.db, INSTANCES)
    const found = await findInstances(tx.db)
    const instance = found.list.find((one) => one.slug_name === slug_name)
    if (!instance) throw new NotFound('error.plugin.not_found')
    await work(tx, instance, found)
  })
  await arrangePlugins(app, places)
  return null
}

export const renameInstance = (app: App, places: Places, actor: Actor, { plugin_slug_name, name }: InstanceName) =>
  change(app, places, plugin_slug_name, async (tx, instance, { list, last }) => {
    await save(tx, actor, { list: list.map((one) => (one === instance ? { ...one, name } : one)), last })
    await record(tx, actor, 'plugin.instance_renamed', instance, { name: instance.name }, { name })
  })

/** Its settings and what it has stored go with it; who signed in by it has no such login any more, until they connect another. */
export const removeInstance = (
  app: App,
  places: Places,
  actor: Actor,
  { plugin_slug_name }: { plugin_slug_name: string },
) =>
  change(app, places, plugin_slug_name, async (tx, instance, { list, last }) => {
    await forgetPlugins(tx, [instance.slug_name])
    await save(tx, actor, { list: list.filter((one) => one !== instance), last })
    await record(tx, actor, 'plugin.instance_removed', instance, { name: instance.name }, null)
  })
