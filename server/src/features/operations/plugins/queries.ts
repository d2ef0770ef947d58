import type { Db } from '../../../db/dialect.ts'
import type { ForbiddenTry } from '../../../lib/isolated-plugin.ts'
import { findSetting, findSettings, PLUGINS_ON } from '../settings/queries.ts'
import type { PluginInstance } from './instance.ts'

/** Where it is stored how a plugin is set up. */
export const settingOf = (slug_name: string) => `plugin:${slug_name}`

/** Which are on, and how each is set up. */
export const findPluginSettings = async (db: Db, slug_names: readonly string[]) => {
  const found = await findSettings(db, [PLUGINS_ON, ...slug_names.map(settingOf)])
  return {
    on: (found[PLUGINS_ON] ?? []) as string[],
    savedOf: (slug_name: string): unknown => found[settingOf(slug_name)],
  }
}

/** Where it is stored which plugins there are more than once, and the last number that each has given. */
export const INSTANCES = 'plugin_instances'
export const findInstances = async (db: Db) =>
  ((await findSetting(db, INSTANCES)) ?? { list: [], last: {} }) as {
    list: PluginInstance[]
    last: Record<string, number>
  }

/** Nothing where they have left all as it is at first. */
export const findUserSettings = async (db: Db, user_id: number, plugin: string) => {
  const row = await db
    .selectFrom('member_settings')
    .select(['value', 'secrets'])
    .where('user_id', '=', user_id)
    .where('plugin', '=', plugin)
    .executeTakeFirst()
  return row && { ...(JSON.parse(row.value) as object), ...(JSON.parse(row.secrets) as object) }
}

/** But for what is secret. */
export const listUserSettings = async (db: Db, user_id: number) => {
  const rows = await db
    .selectFrom('member_settings')
    .select(['plugin', 'value', 'updated_at'])
    .where('user_id', '=', user_id)
    .orderBy('plugin')
    .execute()
  return rows.map(({ plugin, value, updated_at }) => ({ plugin, settings: JSON.parse(value) as unknown, updated_at }))
}

interface StoredUserSettings {
  user_id: number
  plugin: string
  value: object
  secrets: object
  updated_at: number
}
export const upsertUserSettings = async (db: Db, { user_id, plugin, updated_at, ...parts }: StoredUserSettings) => {
  const stored = { value: JSON.stringify(parts.value), secrets: JSON.stringify(parts.secrets), updated_at }
  await db
    .insertInto('member_settings')
    .values({ user_id, plugin, ...stored })
    .onConflict((on) => on.columns(['user_id', 'plugin']).doUpdateSet(stored))
    .execute()
}

export const deleteUserSettings = async (db: Db, user_ids: number[]) => {
  await db.deleteFrom('member_settings').where('user_id', 'in', user_ids).execute()
}

/** What members have set for these plugins. */
export const deleteSettingsFor = async (db: Db, plugins: string[]) => {
  await db.deleteFrom('member_settings').where('plugin', 'in', plugins).execute()
}

const SWITCHED = ['{"enabled":true}', '{"enabled":false}']

/** How the settings of a plugin were changed, the latest change first: not what it is called, nor what else was done with it. */
export const pluginChanges = (db: Db, slug_name: string) =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where('object_type', '=', 'plugin')
    .where('name', '=', slug_name)
    .where('action', '=', 'plugin.changed')
    .where('before', 'not in', SWITCHED)
    .orderBy('id', 'desc')

/** Where it is stored what an admin has agreed that a plugin may do, and why the site has switched it off. */
export const grantOf = (slug_name: string) => `plugin_agreed:${slug_name}`
export const faultOf = (slug_name: string) => `plugin_fault:${slug_name}`
/** Where it is stored what last went wrong with it, of what doesn't switch it off. */
export const troubleOf = (slug_name: string) => `plugin_trouble:${slug_name}`
/** Where it is stored what it tried and isn't allowed. */
export const forbiddenOf = (slug_name: string) => `plugin_forbidden:${slug_name}`
export const notesOf = (slug_name: string) => [faultOf, troubleOf, forbiddenOf].map((of) => of(slug_name))

/** Where it is stored which registry a package is from. */
export const originOf = (slug_name: string) => `plugin_origin:${slug_name}`
export interface PluginOrigin {
  registry: string
  name: string
  private_network: boolean
  /** The newest version there, when somebody last looked. */
  newest?: string
}

export interface PluginFaultNote {
  at: number
  message: string
}

/** `more`: whatever else it was, once there is enough of a kind. */
export interface ForbiddenNote {
  kind: ForbiddenTry['kind'] | 'more'
  name: string
  count: number
  /** When it was tried last. */
  at: number
}

/** What each of these plugins may do, and why one of them was switched off. */
export const findAgreements = async (db: Db, slug_names: readonly string[]) => {
  const found = slug_names.length
    ? await findSettings(
        db,
        [grantOf, faultOf, troubleOf, forbiddenOf, originOf].flatMap((of) => slug_names.map(of)),
      )
    : {}
  return {
    agreedTo: (slug_name: string) => (found[grantOf(slug_name)] ?? []) as string[],
    faultOf: (slug_name: string) => found[faultOf(slug_name)] as PluginFaultNote | undefined,
    troubleOf: (slug_name: string) => found[troubleOf(slug_name)] as PluginFaultNote | undefined,
    forbiddenOf: (slug_name: string) => (found[forbiddenOf(slug_name)] ?? []) as ForbiddenNote[],
    originOf: (slug_name: string) => found[originOf(slug_name)] as PluginOrigin | undefined,
  }
}

export const listFailedPlugins = async (db: Db, slug_names: readonly string[]) => {
  const { faultOf: fault } = await findAgreements(db, slug_names)
  return slug_names.filter((slug_name) => fault(slug_name) !== undefined)
}

/** All but the archives themselves. */
export const listPackages = (db: Db) =>
  db.selectFrom('plugin_packages').select(['slug_name', 'digest', 'uploaded_at']).orderBy('slug_name').execute()

export const findPackage = async (db: Db, slug_name: string) => {
  const row = await db
    .selectFrom('plugin_packages')
    .select('archive')
    .where('slug_name', '=', slug_name)
    .executeTakeFirst()
  return row && Buffer.from(row.archive, 'base64')
}

export const upsertPackage = async (
  db: Db,
  { slug_name, archive, ...rest }: { slug_name: string; digest: string; archive: Buffer; uploaded_at: number },
) => {
  const stored = { ...rest, archive: archive.toString('base64') }
  await db
    .insertInto('plugin_packages')
    .values({ slug_name, ...stored })
    .onConflict((on) => on.column('slug_name').doUpdateSet(stored))
    .execute()
}

export const deletePackage = async (db: Db, slug_name: string) => {
  await db.deleteFrom('plugin_packages').where('slug_name', '=', slug_name).execute()
}
