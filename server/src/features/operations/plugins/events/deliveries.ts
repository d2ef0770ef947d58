import type { BodyOf } from '@askwell/contract/endpoint.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import { DELIVERIES } from '@askwell/contract/limits.ts'
import type { sendDeliveries } from '@askwell/contract/plugins.ts'
import { advisoryLock } from '../../../../db/dialect.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { DAY } from '../../../../lib/clock.ts'
import { currentJob } from '../../../../lib/current-request.ts'
import { BadRequest } from '../../../../lib/errors.ts'
import { PluginAway } from '../../../../lib/isolated-plugin.ts'
import type { App, Events } from '../../../../events/events.ts'
import { jobKind } from '../../../../events/jobs.ts'
import { insertJobs, listFacts, listUndone, retryWaiting } from '../../../../events/queries.ts'
import { recordOfPlugin } from '../record.ts'
import { deleteDeliveriesBefore, deleteDeliveriesBeyond, listToSend, saveDelivery, setJobs } from './queries.ts'

/** A receiver that says more says nothing of use any more. */
const LONGEST_ANSWER = 200

/** Tells a plugin of something, and writes down for admins what came of it. */
export const noting = async (app: App, due: Events['plugin.event_due'], tell: () => Promise<string>) => {
  const job = currentJob()
  const began = performance.now()
  const note = async (status: 'delivered' | 'failed', answer: string) => {
    if (!job) return
    const { plugin, event, object_type, object_id, question_id } = due
    const milliseconds = Math.round(performance.now() - began)
    const about = { plugin, event, object_type, object_id, question_id, job_id: job.id }
    await app.transaction((tx) =>
      saveDelivery(tx.db, { ...about, status, answer: answer.slice(0, LONGEST_ANSWER), milliseconds }, tx.now()),
    )
  }
  let answer: string
  try {
    answer = await tell()
  } catch (error) {
    // Where it isn't there just now, nothing was delivered and nothing failed.
    if (!(error instanceof PluginAway)) await note('failed', error instanceof Error ? error.message : String(error))
    throw error
  }
  await note('delivered', answer)
}

const TELLING = jobKind('plugin.event_due', 'tellPlugin')

/** Those whose jobs wait are tried now, the others get new ones; what runs just now is left alone. */
export const sendAgain = async (
  app: App,
  actor: Actor,
  { plugin_slug_name: plugin, id, since = 0 }: BodyOf<typeof sendDeliveries>,
) => {
  const count = await app.transaction(async (tx) => {
    await advisoryLock(tx.db, `deliveries:${plugin}`) // two at once would both make new jobs
    const number = id ? userNumber(id) : undefined
    const rows = await listToSend(tx.db, { plugin, id: number, since }, DELIVERIES.of_each)
    if (number !== undefined && rows.length === 0) throw new BadRequest('error.object.not_found')
    // A plugin that is off hears of nothing: its jobs would end without a word.
    const heard = rows.filter(({ event }) => app.plugins.hearersOf(event).includes(plugin))
    if (rows.length > 0 && heard.length === 0) throw new BadRequest('error.plugin.not_found')
    if (heard.length === 0) return 0
    const waiting = await listUndone(
      tx.db,
      heard.map(({ job_id }) => job_id),
    )
    const retried = await retryWaiting(tx.db, [...waiting], tx.now())
    const facts = await listFacts(
      tx.db,
      heard.flatMap(({ due_event_id, job_id }) => (waiting.has(job_id) ? [] : due_event_id)),
    )
    if (facts.length) {
      const jobs = facts.map(({ id: event_id, fact }) => ({
        effect: TELLING,
        event_id,
        payload: JSON.stringify(fact),
        run_at: tx.now(),
      }))
      await setJobs(tx.db, await insertJobs(tx.db, jobs))
    }
    const told = retried + facts.length
    if (told)
      await recordOfPlugin(tx, { actor_id: actor.id, action: 'plugin.told_again', name: plugin }, null, { count: told })
    return told
  })
  app.jobs.nudge()
  return { count }
}

/** In parts: others want to write meanwhile. */
export const deleteOldDeliveries = async (app: App) => {
  const until = app.clock.now() - DELIVERIES.days * DAY
  while (!(await app.transaction((tx) => deleteDeliveriesBefore(tx.db, until))).isAll);
  while (!(await app.transaction((tx) => deleteDeliveriesBeyond(tx.db, DELIVERIES.of_each))).isAll);
}
