import type { Db } from '../../../db/dialect.ts'
import { findSetting, findSettings } from '../settings/queries.ts'

/** Where it is kept which plugins are switched on. */
export const PLUGINS_ON = 'plugins_on'
/** Where it is kept how a plugin is set up. */
export const settingOf = (slug_name: string) => `plugin:${slug_name}`

export const listPluginsOn = async (db: Db) => ((await findSetting(db, PLUGINS_ON)) ?? []) as string[]

/** Which are on, and how each is set up. */
export const findPluginSettings = async (db: Db, slug_names: readonly string[]) => {
  const found = await findSettings(db, [PLUGINS_ON, ...slug_names.map(settingOf)])
  return {
    on: (found[PLUGINS_ON] ?? []) as string[],
    savedOf: (slug_name: string): unknown => found[settingOf(slug_name)],
  }
}

/** Nothing where they have left all as it is at first. */
export const findMemberSettings = async (db: Db, user_id: number, plugin: string) => {
  const row = await db
    .selectFrom('member_settings')
    .select(['value', 'secrets'])
    .where('user_id', '=', user_id)
    .where('plugin', '=', plugin)
    .executeTakeFirst()
  return row && { ...(JSON.parse(row.value) as object), ...(JSON.parse(row.secrets) as object) }
}

/** But for what is secret. */
export const listMemberSettings = async (db: Db, user_id: number) => {
  const rows = await db
    .selectFrom('member_settings')
    .select(['plugin', 'value', 'updated_at'])
    .where('user_id', '=', user_id)
    .orderBy('plugin')
    .execute()
  return rows.map(({ plugin, value, updated_at }) => ({ plugin, settings: JSON.parse(value) as unknown, updated_at }))
}

interface StoredMemberSettings {
  user_id: number
  plugin: string
  value: object
  secrets: object
  updated_at: number
}
export const keepMemberSettings = async (db: Db, { user_id, plugin, updated_at, ...parts }: StoredMemberSettings) => {
  const kept = { value: JSON.stringify(parts.value), secrets: JSON.stringify(parts.secrets), updated_at }
  await db
    .insertInto('member_settings')
    .values({ user_id, plugin, ...kept })
    .onConflict((on) => on.columns(['user_id', 'plugin']).doUpdateSet(kept))
    .execute()
}

export const deleteMemberSettings = async (db: Db, user_ids: number[]) => {
  await db.deleteFrom('member_settings').where('user_id', 'in', user_ids).execute()
}
