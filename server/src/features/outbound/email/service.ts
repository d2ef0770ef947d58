import type { MailChoices } from '@askwell/contract/emails.ts'
import type { App, Tx } from '../../../events/events.ts'
import { retryFailed } from '../../../events/queries.ts'
import type { Actor } from '../../../lib/actor.ts'
import { Forbidden } from '../../../lib/errors.ts'
import { findUser, lockUser } from '../../users/users/queries.ts'
import * as channels from '../channels/queries.ts'
import { LEFT_BY, type Leaving } from './policy.ts'
import { type Choices, EMAIL_JOBS, findChoices, saveChoices } from './queries.ts'
import { readLeaveCode } from './views.ts'
import { recordAudit } from '../../operations/audit/queries.ts'

/** What isn't sent stays. */
export const chooseMails = async (app: App, actor: Actor, sent: Partial<MailChoices>) => {
  const choices = Object.fromEntries(
    Object.entries(sent)
      .filter(([, channel]) => channel !== undefined)
      .map(([source, { enable }]) => [source, enable]),
  ) as Partial<Choices>
  await app.transaction(async (tx) => {
    await lockUser(tx.db, actor.id)
    await saveChoices(tx.db, actor.id, { ...(await findChoices(tx.db, actor.id)), ...choices })
  })
  return null
}

/** Ends this source, and nothing else. */
const leave = async (tx: Tx, user_id: number, what: Leaving) => {
  if (what === 'inbox' || what === 'new_questions') {
    const left = Object.fromEntries(LEFT_BY[what].map((source) => [source, false]))
    return saveChoices(tx.db, user_id, { ...(await findChoices(tx.db, user_id)), ...left })
  }
  const before = await channels.findChoices(tx.db, user_id)
  const left = what === 'digest' ? { digest: 'off' as const } : { mail: before.mail.filter((event) => event !== what) }
  return channels.saveChoices(tx.db, user_id, { ...before, ...left })
}

/** The link works any number of times, for anybody who has the e-mail: it can do nothing else. */
export const unsubscribe = async (app: App, code: string) => {
  const known = readLeaveCode(app.secret, code)
  if (!known) throw new Forbidden('error.email.verify_url_expired', { data: { type: 'url_expired' } })
  await app.transaction(async (tx) => {
    if (!(await findUser(tx.db, known.user_id))) return
    await lockUser(tx.db, known.user_id)
    await leave(tx, known.user_id, known.what)
  })
  return null
}

/** The admin has perhaps removed the cause. */
export const sendUnsent = async (app: App, actor: Actor) => {
  await app.transaction(async (tx) => {
    const mails = await retryFailed(tx.db, EMAIL_JOBS, tx.now())
    await recordAudit(tx, {
      actor_id: actor.id,
      action: 'mail.retried',
      object_type: 'site',
      object_id: 0,
      before: null,
      after: { mails },
    })
  })
  app.jobs.nudge()
  return null
}
