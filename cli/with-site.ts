import { existsSync } from 'node:fs'
import type { Config } from '@askwell/server/config.ts'
import { connectToRead, occupyFolder } from '@askwell/server/db/connect.ts'
import { isUpToDate } from '@askwell/server/db/migrate.ts'
import type { App } from '@askwell/server/events/events.ts'
import { findSetting } from '@askwell/server/features/site/queries.ts'
import { createApi } from '@askwell/server/http/api.ts'
import { systemClock } from '@askwell/server/lib/clock.ts'
import { createLog } from '@askwell/server/lib/log.ts'
import { createSite, type Site } from '@askwell/server/site.ts'
import { Problem } from '@askwell/server/operations/problem.ts'

const isPostgres = (config: Config) => config.database.startsWith('postgres')

/** Slow queries are for the log of a site, not for a terminal; whoever wants to see them says so. */
const withoutWarnings = ({ log: level }: Config) => {
  const log = createLog(level)
  return level === 'debug' ? log : { ...log, warning: () => {} }
}

/** Opens the database as the site itself would, keeping a running site off a SQLite folder meanwhile. */
export const withSite = async <T>(config: Config, work: (site: Site) => Promise<T>): Promise<T> => {
  const folder = isPostgres(config) ? undefined : occupyFolder(config.data)
  const site = createSite(config, createApi([]), { log: withoutWarnings(config) })
  try {
    return await work(site)
  } finally {
    await site.close()
    folder?.release()
  }
}

const notThere = (config: Config) =>
  new Problem(
    `There is no site in ${isPostgres(config) ? 'this database' : config.data} yet; \`npm run askwell -- install\` makes one.`,
  )
const isThere = ({ database }: Config) =>
  database !== '' && !(database.startsWith('sqlite:') && !existsSync(database.slice('sqlite:'.length)))

/** The installed site that the settings name, for reading only: it may be running meanwhile, on SQLite too. */
export const withReader = async <T>(
  config: Config,
  work: (reader: Pick<App, 'db' | 'config' | 'clock' | 'engine'>) => Promise<T>,
): Promise<T> => {
  if (!isThere(config)) throw notThere(config)
  const { db, close } = connectToRead(config.database)
  try {
    const tables = await db.introspection.getTables()
    if (!tables.some(({ name }) => name === 'settings') || !(await findSetting(db, 'installed'))) throw notThere(config)
    if (!(await isUpToDate(db)))
      throw new Problem(
        'The database and this program are of different versions; when the site starts it brings an older database up to date.',
      )
    return await work({ db, config, clock: systemClock, engine: isPostgres(config) ? 'postgres' : 'sqlite' })
  } finally {
    await close()
  }
}

/** The installed site that the settings name. */
export const withApp = async <T>(config: Config, work: (app: App) => Promise<T>): Promise<T> => {
  if (!isThere(config)) throw notThere(config)
  return withSite(config, async (site) => {
    await site.open(config.database)
    if (!site.app) throw notThere(config)
    // This process has its own work; what follows from it later, the site does when it runs.
    await site.app.jobs.stop()
    return work(site.app)
  })
}
