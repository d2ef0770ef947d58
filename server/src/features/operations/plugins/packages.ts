import { readFile } from 'node:fs/promises'
import type { PluginRemoval } from '@askwell/contract/plugins.ts'
import { advisoryLock } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { DEFAULT_LANGUAGE } from '../../../lib/messages.ts'
import { BadRequest, Invalid, NotFound } from '../../../lib/errors.ts'
import { wordOf } from '../../../lib/isolated-plugin.ts'
import { type PluginPackage, readPackage, whatIsWrong } from '../../../plugin-host/isolated/package-files.ts'
import { deleteSettings, findSetting, listPluginsOn, PLUGINS_ON, saveSetting } from '../settings/queries.ts'
import { tellSettingsChanged } from '../settings/tell-changed.ts'
import { allPlugins, arrangePlugins, type Places } from './arrange.ts'
import { forgetPlugins } from './forget.ts'
import type { Plugin } from './policy.ts'
import {
  deletePackage,
  findInstances,
  findPackage,
  grantOf,
  notesOf,
  INSTANCES,
  originOf,
  type PluginOrigin,
  settingOf,
  upsertPackage,
} from './queries.ts'
import { recordOfPlugin } from './record.ts'

const refused = (message: string) =>
  new Invalid(
    [{ field: 'file', reason: 'error.plugin.wrong_package', values: { message } }],
    'error.plugin.wrong_package',
  )

export const uploadPlugin = async (
  app: App,
  places: Places,
  actor: Actor,
  uploaded: { path: string; size: number } | undefined,
  replaces?: string,
) => {
  if (!uploaded?.size) throw new Invalid([{ field: 'file', reason: 'field.required' }])
  return takeArchive(app, places, actor, await readFile(uploaded.path), { replaces })
}

/** Where a package comes from: a registry, or an admin, who says what it replaces. */
interface Source {
  origin?: PluginOrigin
  replaces?: string
}

const packageName = ({ files }: PluginPackage) =>
  (JSON.parse(files.get('package.json')!.toString('utf8')) as { name?: unknown }).name
const isSameOrigin = (one: PluginOrigin | undefined, other: PluginOrigin | undefined) =>
  one?.name === other?.name && one?.registry.replace(/\/+$/, '') === other?.registry.replace(/\/+$/, '')
const LOGINS = new Set<string>(['connector', 'user_center', 'captcha'])

/** What a package replaces leaves it its secrets and what was agreed to: so it has to be the same one. Where logins hang on it, and nobody but the admin vouches for that, it asks again. */
const ensureMayReplace = async (tx: Tx, found: PluginPackage, { origin, replaces }: Source) => {
  const { slug_name, kinds } = found.manifest
  const archive = await findPackage(tx.db, slug_name)
  if (!archive) return
  if (origin && isSameOrigin(origin, (await findSetting(tx.db, originOf(slug_name))) as PluginOrigin | undefined))
    return
  const before = await readPackage(archive).catch(() => undefined) // it may be of another time
  const isNamed = replaces === slug_name && (!before || packageName(before) === packageName(found))
  if (!isNamed) {
    const values = { name: (before && wordOf(before.manifest, DEFAULT_LANGUAGE, 'name')) || slug_name, slug_name }
    throw new Invalid([{ field: 'file', reason: 'error.plugin.name_taken', values }], 'error.plugin.name_taken')
  }
  if (![...kinds, ...(before?.manifest.kinds ?? kinds)].some((kind) => LOGINS.has(kind))) return
  const { list } = await findInstances(tx.db)
  const all = [slug_name, ...list.filter(({ of }) => of === slug_name).map((instance) => instance.slug_name)]
  await deleteSettings(tx.db, all.map(grantOf))
}

/** Adds it, or puts another version in the place of the one before; one that is on runs from then on, unless it wants to do more than was agreed to. */
export const takeArchive = async (app: App, places: Places, actor: Actor, archive: Buffer, source: Source) => {
  const found = await readPackage(archive).catch((error: unknown) => {
    throw refused(whatIsWrong(error))
  })
  const { origin, replaces } = source
  const { digest, manifest } = found
  const { slug_name, version } = manifest
  if (replaces && replaces !== slug_name) throw refused(`it is ${slug_name}, not ${replaces}`)
  const there = places.installed.find(slug_name)
  const taken = allPlugins(places).find((plugin) => plugin.slug_name === slug_name)
  if (taken && (taken.instance || taken.isolated?.source !== 'upload'))
    throw refused(`there is a plugin ${slug_name} already`)
  await app.transaction(async (tx) => {
    await advisoryLock(tx.db, settingOf(slug_name))
    await ensureMayReplace(tx, found, source)
    await upsertPackage(tx.db, { slug_name, digest, archive, uploaded_at: tx.now() })
    if (origin) await saveSetting(tx.db, originOf(slug_name), origin, tx.now())
    else await deleteSettings(tx.db, [originOf(slug_name)])
    const before = there ? { version: there.manifest.version } : null
    await recordOfPlugin(tx, { actor_id: actor.id, action: 'plugin.uploaded', name: slug_name }, before, { version })
    await tellSettingsChanged(tx, actor.id, slug_name)
  })
  await arrangePlugins(app, places)
  return { slug_name }
}

/** What it has kept goes with it, unless it is to stay. A package whose name another plugin has taken since has nothing of its own any more: settings and storage are those of the other. */
export const removePlugin = async (
  app: App,
  places: Places,
  actor: Actor,
  { plugin_slug_name: slug_name, keep }: PluginRemoval,
) => {
  const named = allPlugins(places).find((plugin) => plugin.slug_name === slug_name)
  const isAnother = named !== undefined && named.isolated?.source !== 'upload'
  await app.transaction(async (tx) => {
    await advisoryLock(tx.db, INSTANCES)
    await advisoryLock(tx.db, PLUGINS_ON)
    if (!(await findPackage(tx.db, slug_name))) throw new NotFound('error.plugin.not_found')
    const on = await listPluginsOn(tx.db)
    await deletePackage(tx.db, slug_name)
    await deleteSettings(tx.db, [originOf(slug_name)])
    if (!isAnother) await forgetWithInstances(tx, slug_name, keep)
    const wasOn = !isAnother && on.includes(slug_name)
    const act = { actor_id: actor.id, action: 'plugin.removed', name: slug_name }
    await recordOfPlugin(tx, act, { enabled: wasOn }, { keep })
    await tellSettingsChanged(tx, actor.id, slug_name)
  })
  await arrangePlugins(app, places)
  return null
}

const forgetWithInstances = async (tx: Tx, slug_name: string, keep: boolean) => {
  const { list, last } = await findInstances(tx.db)
  const [own, others] = [list.filter(({ of }) => of === slug_name), list.filter(({ of }) => of !== slug_name)]
  await forgetPlugins(tx, [slug_name, ...own.map((instance) => instance.slug_name)], { keep })
  if (!keep) await saveSetting(tx.db, INSTANCES, { list: others, last }, tx.now())
}

/** What the admin has read has to be all that the plugin wants to do now. */
export const agreeTo = async (tx: Tx, { slug_name, isolated: found }: Plugin, agreed: readonly string[]) => {
  if (!found) return
  if (!found.powers.every((power) => agreed.includes(power))) throw new BadRequest('error.plugin.not_agreed')
  await saveSetting(tx.db, grantOf(slug_name), found.powers, tx.now())
  await deleteSettings(tx.db, notesOf(slug_name))
}
