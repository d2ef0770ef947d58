import * as contract from '@askwell/contract/jobs.ts'
import { offsetOf, pageOf } from '../../../db/page.ts'
import type { Api } from '../../../http/api/perform.ts'
import { NEVER } from '../../../lib/clock.ts'
import { countByKind, listJobs } from '../../../events/job-lists/queries.ts'
import { changeJobs } from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.jobs, async ({ app, query }) => {
    const now = app.clock.now()
    const [all, rows] = await Promise.all([
      countByKind(app.db, now),
      listJobs(app.db, { ...query, now }, { offset: offsetOf(query), limit: query.page_size }),
    ])
    const sum = (some: typeof all) => some.reduce((total, { count }) => total + count, 0)
    const kinds = all.filter(({ state }) => state === query.state).map(({ kind, count }) => ({ kind, count }))
    const list = rows.map((row) => ({
      id: String(row.id),
      kind: row.effect,
      state: row.state,
      attempts: row.attempts,
      last_error: row.last_error ?? '',
      created_at: row.created_at,
      next_try_at: row.run_at >= NEVER ? 0 : row.run_at,
    }))
    const shown = all.filter(({ state, kind }) => state === query.state && (query.kind === '' || kind === query.kind))
    return {
      counts: Object.fromEntries(
        contract.JOB_STATES.map((state) => [state, sum(all.filter((one) => one.state === state))]),
      ) as Record<contract.JobState, number>,
      kinds,
      ...pageOf(list, sum(shown), query),
    }
  })
  api.on(contract.setJobs, ({ app, actor, body }) => changeJobs(app, actor.id, body))
}
