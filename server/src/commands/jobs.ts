import type { App } from '../events/events.ts'
import { countByKind, findLastErrors } from '../events/job-lists/queries.ts'
import { changeJobs } from '../features/operations/jobs/service.ts'

interface Asked {
  act: 'list' | 'retry' | 'drop'
  /** Empty: every kind. */
  kind: string
}

/** What has failed is tried again or dropped; what waits and runs is only told. */
export const lookAfterJobs = async (app: App, { act, kind }: Asked) => {
  const now = app.clock.now()
  const all = (await countByKind(app.db, now)).filter(
    (one) => one.state !== 'recurring' && (kind === '' || one.kind === kind),
  )
  const errors = await findLastErrors(app.db)
  const counts = all.map((one) => ({ ...one, last_error: one.state === 'failed' ? (errors.get(one.kind) ?? '') : '' }))
  if (act === 'list') return { counts, changed: 0 }
  const kinds = all.filter(({ state }) => state === 'failed').map((one) => one.kind)
  let changed = 0
  for (const one of kinds) changed += (await changeJobs(app, 0, { act, kind: one, state: 'failed' })).count
  return { counts, changed }
}
