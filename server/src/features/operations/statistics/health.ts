import { statfs, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, HEALTH_CHECKS, type HealthCheck, type HealthItem } from '@askwell/contract/dashboard.ts'
import type { App } from '../../../events/events.ts'
import { countJobs } from '../../../events/queries.ts'
import { DAY, MINUTE } from '../../../lib/clock.ts'
import { countUnsent } from '../../outbound/email/queries.ts'
import { LAST_BACKUP } from '../backups/views.ts'
import { siteSettings } from '../settings/views.ts'
import { countUnindexed, type DatabaseFacts, newestEventAt } from './queries.ts'

type Found = Pick<HealthItem, 'state' | 'finding' | 'values'>
const good = (finding: Finding, values: HealthItem['values'] = {}): Found => ({ state: 'good', finding, values })
const warning = (finding: Finding, values: HealthItem['values'] = {}): Found => ({ state: 'warning', finding, values })
const bad = (finding: Finding, values: HealthItem['values'] = {}): Found => ({ state: 'bad', finding, values })

const MEGABYTE = 2 ** 20
/** Free space, in megabytes: below the first somebody should make room, below the second writing will soon fail. */
const LITTLE_SPACE = 1024
const HARDLY_ANY = 200
const JOBS_LATE = 5 * MINUTE
const CLOCK_OFF = 5
const BACKUP_OLD = 7 * DAY

/** An address that only this machine can open needs no encryption. */
const isLocal = (address: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

interface Site {
  report: (error: unknown, where: string) => void
  /** Folders with a plugin that can't be loaded. */
  brokenPlugins: string[]
  /** Those that the site has switched off. */
  failedPlugins: string[]
  database: Promise<DatabaseFacts>
}

const checks: Record<HealthCheck, (app: App, site: Site) => Promise<Found> | Found> = {
  database: async (_app, { database }) => good('database_good', { version: (await database).version }),
  disk: async ({ config }) => {
    const { bavail, bsize } = await statfs(config.data)
    const megabytes = Math.floor((bavail * bsize) / MEGABYTE)
    if (megabytes < HARDLY_ANY) return bad('disk_full', { megabytes })
    return megabytes < LITTLE_SPACE
      ? warning('disk_little', { megabytes })
      : good('disk_good', { gigabytes: Math.floor(megabytes / 1024) })
  },
  jobs: async (app) => {
    const { due, stuck, oldest } = await countJobs(app.db, app.clock.now())
    if (stuck) return bad('jobs_stuck', { count: stuck })
    return oldest > JOBS_LATE
      ? warning('jobs_late', { count: due, minutes: Math.floor(oldest / MINUTE) })
      : good('jobs_good')
  },
  mail: async (app) => {
    const { smtp } = await siteSettings(app)
    const count = await countUnsent(app.db)
    if (count) return bad('mail_unsent', { count })
    return smtp.smtp_host ? good('mail_good') : warning('mail_missing')
  },
  search: async ({ db }) => {
    const count = await countUnindexed(db)
    return count ? bad('search_unindexed', { count }) : good('search_good')
  },
  https: async (app) => {
    const { site_url } = (await siteSettings(app)).general
    if (site_url.startsWith('https:')) return good('https_good')
    return isLocal(site_url) ? good('https_local') : warning('https_missing')
  },
  clock: async ({ db, clock }, { database }) => {
    const ahead = (await newestEventAt(db)) - clock.now()
    if (ahead > MINUTE) return bad('clock_behind', { minutes: Math.ceil(ahead / MINUTE) })
    const off = Math.abs((await database).now - Math.floor(Date.now() / 1000))
    return off > CLOCK_OFF ? warning('clock_apart', { seconds: off }) : good('clock_good')
  },
  backup: async ({ config, clock }) => {
    const made = await stat(join(config.data, LAST_BACKUP)).catch(() => undefined)
    if (!made) return warning('backup_none')
    const age = clock.now() - Math.floor(made.mtimeMs / 1000)
    const days = Math.max(0, Math.floor(age / DAY))
    return age > BACKUP_OLD ? warning('backup_old', { count: days }) : good('backup_good', { count: days })
  },
  plugins: (_app, { brokenPlugins, failedPlugins }) => {
    if (brokenPlugins.length) return bad('plugins_broken', { names: brokenPlugins.join(', ') })
    return failedPlugins.length ? bad('plugins_failed', { names: failedPlugins.join(', ') }) : good('plugins_good')
  },
}

/** Looks at everything an admin should know of. A look that fails is itself a finding. */
export const examineHealth = (app: App, site: Site): Promise<HealthItem[]> =>
  Promise.all(
    HEALTH_CHECKS.map(async (check) => {
      try {
        return { check, ...(await checks[check](app, site)) }
      } catch (error) {
        site.report(error, `health: ${check}`)
        return { check, ...bad(`${check}_unknown`) }
      }
    }),
  )
