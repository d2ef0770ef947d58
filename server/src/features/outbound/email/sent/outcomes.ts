import type { App, Tx } from '../../../../events/events.ts'
import { findFact, insertJobAgain, isJob, retryJobs } from '../../../../events/queries.ts'
import { DAY } from '../../../../lib/clock.ts'
import { currentJob } from '../../../../lib/current-request.ts'
import { BadRequest } from '../../../../lib/errors.ts'
import type { Email } from '../../../../lib/smtp.ts'
import { recordAudit } from '../../../operations/audit/queries.ts'
import { mailer } from '../../../operations/settings/views.ts'
import { EMAIL_JOBS } from '../queries.ts'
import { type Outcome, deleteOutcomesBefore, findOutcome, moveToJob, saveOutcome } from './queries.ts'

/** What a mail server says at greater length is no longer about this e-mail. */
const LONGEST_ANSWER = 1000
const RETENTION_DAYS = 30

/** Sends an e-mail, and writes down for admins what came of it. */
export const sendEmail = async (app: App, about: Pick<Outcome, 'user_id' | 'kind'>, email: Email) => {
  const job = currentJob()
  const note = async (status: Outcome['status'], answer: string) => {
    if (!job) return
    const outcome = { ...about, job_id: job.id, address: email.to, status, answer: answer.slice(0, LONGEST_ANSWER) }
    await app.transaction((tx) => saveOutcome(tx.db, outcome, tx.now()))
  }
  let answer: string
  try {
    answer = await (await mailer(app)).send(email)
  } catch (error) {
    await note('failed', error instanceof Error ? error.message : String(error))
    throw error
  }
  await note('sent', answer)
}

const askAgain = async (tx: Tx, event_id: number) => {
  const event = await findFact(tx.db, event_id)
  const effect = EMAIL_JOBS.find((name) => name.startsWith(`${event?.type}/`))
  // The address of somebody who is gone has been taken out of the event.
  if (!event || !effect || Object.keys(event.rest).length === 0) throw new BadRequest('error.object.not_found')
  return insertJobAgain(tx.db, { effect, event_id, payload: JSON.stringify(event.fact), run_at: tx.now() })
}

/** Its job is tried now; where somebody has dropped that, there is a new one for the same event. */
export const resend = async (app: App, actor_id: number, id: number) => {
  await app.transaction(async (tx) => {
    const found = await findOutcome(tx.db, id)
    if (!found || found.status !== 'failed') throw new BadRequest('error.object.not_found')
    if (await isJob(tx.db, found.job_id)) await retryJobs(tx.db, [found.job_id], tx.now())
    else await moveToJob(tx.db, id, await askAgain(tx, found.event_id))
    await recordAudit(tx, {
      actor_id,
      action: 'mail.resent',
      object_type: 'user',
      object_id: found.user_id,
      before: { kind: found.kind },
      after: null,
    })
  })
  app.jobs.nudge()
  return null
}

/** In parts: after a large digest there are very many, and others want to write meanwhile. */
export const deleteOldOutcomes = async (app: App) => {
  const until = app.clock.now() - RETENTION_DAYS * DAY
  while (!(await app.transaction((tx) => deleteOutcomesBefore(tx.db, until))).isAll);
}
