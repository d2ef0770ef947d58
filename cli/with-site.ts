import { type Config, refuseMissing } from '@askwell/server/config.ts'
import type { App } from '@askwell/server/events/events.ts'
import { giveToOwner } from '@askwell/server/lib/folders.ts'
import { systemClock } from '@askwell/server/lib/clock.ts'
import { createLog } from '@askwell/server/lib/log.ts'
import { AppError } from '@askwell/server/lib/errors.ts'
import type { Runtime } from '@askwell/server/runtime.ts'
import { Problem } from '@askwell/server/commands/problem.ts'
import { PROGRAM } from './command.ts'

const isPostgres = (config: Config) => config.database.startsWith('postgres')

/** Slow queries belong in the log of a site, not in a terminal. A command that wants to see them says so. */
const withoutWarnings = ({ log: level }: Config) => {
  const log = createLog(level)
  return level === 'debug' ? log : { ...log, warning: () => {} }
}

/** What is wrong with a database is said with which one it is. */
const named = async <T>({ database }: Config, work: () => Promise<T>) => {
  try {
    return await work()
  } catch (error) {
    const { storageSentence } = await import('@askwell/server/db/problem.ts')
    const sentence = error instanceof AppError ? undefined : storageSentence(error, database)
    throw sentence === undefined ? error : new Problem(sentence)
  }
}

/** Opens the database as the site itself would, and keeps the site off a SQLite folder meanwhile. */
export const withSite = async <T>(config: Config, work: (runtime: Runtime) => Promise<T>): Promise<T> => {
  const { occupyFolder } = await import('@askwell/server/db/connect.ts')
  const folder = isPostgres(config) ? undefined : occupyFolder(config.data)
  const { createApi } = await import('@askwell/server/http/api/perform.ts')
  const { createRuntime } = await import('@askwell/server/runtime.ts')
  const runtime = createRuntime(config, createApi([]), { log: withoutWarnings(config) })
  try {
    return await named(config, () => work(runtime))
  } finally {
    await runtime.close()
    folder?.release()
    giveToOwner(config.data)
  }
}

/** Mostly the site is in another folder, so that is suggested before installing a new one. */
const notThere = (config: Config) =>
  new Problem(
    isPostgres(config)
      ? `There is no site in this database. Name the right one with --database; \`${PROGRAM} install\` makes a new one.`
      : `There is no site in ${config.data}. Say where it lives with --data, ASKWELL_DATA or --env-file; \`${PROGRAM} install\` makes a new one.`,
  )
const refuseNone = (config: Config) => {
  refuseMissing(config)
  if (!config.database) throw notThere(config)
}

/** The installed site that the settings name, for reading only: it may be running meanwhile, on SQLite too. */
export const withReader = async <T>(
  config: Config,
  work: (reader: Pick<App, 'db' | 'config' | 'clock' | 'engine'>) => Promise<T>,
): Promise<T> => {
  refuseNone(config)
  return named(config, async () => {
    const { connectToRead } = await import('@askwell/server/db/connect.ts')
    const { isUpToDate } = await import('@askwell/server/db/migrate.ts')
    const { findSetting } = await import('@askwell/server/features/operations/settings/queries.ts')
    const { db, close } = connectToRead(config.database)
    try {
      const tables = await db.introspection.getTables()
      if (!tables.some(({ name }) => name === 'settings') || !(await findSetting(db, 'installed')))
        throw notThere(config)
      if (!(await isUpToDate(db)))
        throw new Problem(
          'The database and this program are of different versions; when the site starts it brings an older database up to date.',
        )
      return await work({ db, config, clock: systemClock, engine: isPostgres(config) ? 'postgres' : 'sqlite' })
    } finally {
      await close()
    }
  })
}

/** The installed site that the settings name. */
export const withApp = async <T>(config: Config, work: (app: App) => Promise<T>): Promise<T> => {
  refuseNone(config)
  return withSite(config, async (runtime) => {
    await runtime.open(config.database)
    if (!runtime.app) throw notThere(config)
    // This process has its own work; what follows from it later, the site does when it runs.
    await runtime.app.jobs.stop()
    return work(runtime.app)
  })
}
