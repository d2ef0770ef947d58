import { SLOW_QUERIES_MAX } from '@askwell/contract/limits.ts'
import * as contract from '@askwell/contract/slow-queries.ts'
import type { Api } from '../../../http/api/perform.ts'
import { siteSettings } from '../settings/views.ts'
import { listQueries } from './queries.ts'
import { clearSlowQueries, saveSlowQuerySettings, sourcesIn } from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.slowQueries, async ({ app, site, query }) => {
    await site.slowQueries.flush().catch(() => {}) // without a disk to write to, those written so far are shown
    const rows = await listQueries(app.db, query.order, SLOW_QUERIES_MAX)
    return {
      slow_query_ms: (await siteSettings(app)).slow_queries.slow_query_ms,
      list: rows.map((row) => ({ ...row, sources: sourcesIn(row.sources) })),
    }
  })
  api.on(contract.saveSlowQuerySettings, ({ app, actor, body }) => saveSlowQuerySettings(app, actor, body))
  api.on(contract.clearSlowQueries, async ({ app, site, actor }) => {
    site.slowQueries.clear()
    return clearSlowQueries(app, actor.id)
  })
}
