import type { PluginChoice } from '@askwell/contract/plugins.ts'
import { alone } from '../../db/dialect.ts'
import type { App } from '../../events/events.ts'
import type { Member } from '../../lib/member.ts'
import { NotFound } from '../../lib/refusals.ts'
import { saveSetting } from '../site/queries.ts'
import { BUILT_IN, type Ports } from './policy.ts'
import { listPluginsOn, PLUGINS_ON } from './queries.ts'

/** What has its place in this process, and the last arranging: one after another, so that what was read last counts. */
const arranged = new WeakMap<Ports, { on: Set<string>; last: Promise<void> }>()

/** Each plugin takes its place in this process, or leaves it, as the site has it now. */
export const arrangePlugins = (app: App, ports: Ports): Promise<void> => {
  const now = arranged.get(ports) ?? { on: new Set(), last: Promise.resolve() }
  arranged.set(ports, now)
  const arrange = async () => {
    const wanted = await listPluginsOn(app.db)
    for (const plugin of BUILT_IN) {
      const on = wanted.includes(plugin.slug_name)
      if (on === now.on.has(plugin.slug_name)) continue
      plugin.turn(ports, on)
      if (on) now.on.add(plugin.slug_name)
      else now.on.delete(plugin.slug_name)
    }
  }
  now.last = now.last.then(arrange, arrange)
  return now.last
}

export const switchPlugin = async (app: App, ports: Ports, actor: Member, { plugin_slug_name, enabled }: PluginChoice) => {
  if (!BUILT_IN.some(({ slug_name }) => slug_name === plugin_slug_name)) throw new NotFound('error.plugin.not_found')
  await app.transaction(async (tx) => {
    await alone(tx.db, PLUGINS_ON) // two at once each keep what the other switched
    const others = (await listPluginsOn(tx.db)).filter((slug_name) => slug_name !== plugin_slug_name)
    await saveSetting(tx.db, PLUGINS_ON, enabled ? [...others, plugin_slug_name] : others, tx.now())
    await tx.emit('settings.changed', { actor_id: actor.id, object_type: 'user', object_id: actor.id, question_id: 0, name: PLUGINS_ON })
  })
  await arrangePlugins(app, ports)
  return null
}
