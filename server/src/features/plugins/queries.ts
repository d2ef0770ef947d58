import type { Db } from '../../db/dialect.ts'
import { findSetting, findSettings } from '../site/queries.ts'

/** Where it is kept which plugins are switched on. */
export const PLUGINS_ON = 'plugins_on'
/** Where it is kept how a plugin is set up. */
export const settingOf = (slug_name: string) => `plugin:${slug_name}`

export const listPluginsOn = async (db: Db) => ((await findSetting(db, PLUGINS_ON)) ?? []) as string[]

/** Which are on, and how each is set up. */
export const findPluginSettings = async (db: Db, slug_names: readonly string[]) => {
  const found = await findSettings(db, [PLUGINS_ON, ...slug_names.map(settingOf)])
  return { on: (found[PLUGINS_ON] ?? []) as string[], savedOf: (slug_name: string): unknown => found[settingOf(slug_name)] }
}
