import { existsSync } from 'node:fs'
import type { Config } from '@askwell/server/config.ts'
import { occupyFolder } from '@askwell/server/db/connect.ts'
import type { App } from '@askwell/server/events/events.ts'
import { createApi } from '@askwell/server/http/api.ts'
import { createSite, type Site } from '@askwell/server/site.ts'
import { Problem } from './problem.ts'

const isPostgres = (config: Config) => config.database.startsWith('postgres')

/** Opens the database as the site itself would, keeping a running site off a SQLite folder meanwhile. */
export const withSite = async <T>(config: Config, work: (site: Site) => Promise<T>): Promise<T> => {
  const folder = isPostgres(config) ? undefined : occupyFolder(config.data)
  const site = createSite(config, createApi([]))
  try {
    return await work(site)
  } finally {
    await site.close()
    folder?.release()
  }
}

/** The installed site that the settings name. */
export const withApp = async <T>(config: Config, work: (app: App) => Promise<T>): Promise<T> => {
  const notThere = new Problem(`There is no site in ${isPostgres(config) ? 'this database' : config.data} yet; \`npm run askwell -- install\` makes one.`)
  if (!config.database || (config.database.startsWith('sqlite:') && !existsSync(config.database.slice('sqlite:'.length)))) throw notThere
  return withSite(config, async (site) => {
    await site.open(config.database)
    if (!site.app) throw notThere
    // This process has its own work; what follows from it later, the site does when it runs.
    await site.app.jobs.stop()
    return work(site.app)
  })
}
