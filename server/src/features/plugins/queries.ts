import type { Db } from '../../db/dialect.ts'
import { findSetting } from '../site/queries.ts'

/** Where it is kept which plugins are switched on. */
export const PLUGINS_ON = 'plugins_on'

export const listPluginsOn = async (db: Db) => ((await findSetting(db, PLUGINS_ON)) ?? []) as string[]
