import type { setJobs } from '@askwell/contract/jobs.ts'
import type { BodyOf } from '@askwell/contract/endpoint.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import type { App } from '../../../events/events.ts'
import { BadRequest } from '../../../lib/errors.ts'
import { recordAudit } from '../audit/queries.ts'
import { deleteChosen, retryChosen } from '../../../events/job-lists/queries.ts'

/** Who does it, as the record of the site says it. */
const tally = (kinds: string[]) =>
  Object.fromEntries([...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length]))

/** @returns how many it was done to: what was done meanwhile, or runs just now, isn't among them. */
export const changeJobs = async (app: App, actor_id: number, { act, kind, state, ...sent }: BodyOf<typeof setJobs>) => {
  const id = sent.id || undefined
  if (id === undefined && kind === undefined) throw new BadRequest('base.request_format_error')
  const count = await app.transaction(async (tx) => {
    const which = { id: id === undefined ? undefined : userNumber(id), kind, state, now: tx.now() }
    const done = await (act === 'retry' ? retryChosen : deleteChosen)(tx.db, which)
    if (done.length)
      await recordAudit(tx, {
        actor_id,
        action: act === 'retry' ? 'job.retried' : 'job.dropped',
        object_type: 'user',
        object_id: 0,
        before: { kinds: tally(done.map(({ effect }) => effect)) },
        after: null,
      })
    return done.length
  })
  app.jobs.nudge()
  return { count }
}
