import { dashboard, dismissFirstSteps } from '@askwell/contract/dashboard.ts'
import type { Api } from '../../../http/api/perform.ts'
import { listFailedPlugins } from '../plugins/queries.ts'
import { allPlugins } from '../plugins/arrange.ts'
import { siteSettings } from '../settings/views.ts'
import * as firstSteps from './first-steps.ts'
import { examineHealth } from './health.ts'
import { newestVersion } from './newer-version.ts'
import { describeDatabase } from './queries.ts'
import { recentDays, systemInfo } from './views.ts'

export const routes = (api: Api) => {
  api.on(dashboard, async ({ app, site, query, caller }) => {
    const database = describeDatabase(app.db)
    const { remote_version, ...update } = await newestVersion(app, site.version, caller.language)
    const [info, first_steps, days, health] = await Promise.all([
      systemInfo(
        app,
        await database,
        await siteSettings(app),
        { version: site.version, remote_version },
        caller.language,
      ),
      firstSteps.firstSteps(app),
      recentDays(app, query.days),
      examineHealth(app, {
        report: (error, where) => site.report(error, where),
        database,
        brokenPlugins: site.installed.broken().map(({ folder }) => folder),
        failedPlugins: await listFailedPlugins(
          app.db,
          allPlugins(site).map(({ slug_name }) => slug_name),
        ),
      }),
    ])
    return { info, update, first_steps, ...days, health }
  })
  api.on(dismissFirstSteps, ({ app, actor }) => firstSteps.dismissFirstSteps(app, actor))
}
