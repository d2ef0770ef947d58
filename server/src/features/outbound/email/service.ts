import type { MailChoices } from '@askwell/contract/emails.ts'
import type { App } from '../../../events/events.ts'
import { retryJobs } from '../../../events/queries.ts'
import type { Member } from '../../../lib/member.ts'
import { Forbidden } from '../../../lib/errors.ts'
import { findUser, lockUser } from '../../users/users/queries.ts'
import { LEFT_BY } from './policy.ts'
import { type Choices, findChoices, listUnsentIds, saveChoices } from './queries.ts'
import { readLeaveCode } from './views.ts'

/** What isn't sent stays. */
export const chooseMails = async (app: App, actor: Member, sent: Partial<MailChoices>) => {
  const wishes = Object.fromEntries(
    Object.entries(sent)
      .filter(([, channel]) => channel !== undefined)
      .map(([source, { enable }]) => [source, enable]),
  ) as Partial<Choices>
  await app.transaction(async (tx) => {
    await lockUser(tx.db, actor.id)
    await saveChoices(tx.db, actor.id, { ...(await findChoices(tx.db, actor.id)), ...wishes })
  })
  return null
}

/** The link works any number of times, for anybody who has the e-mail: it can do nothing else. */
export const unsubscribe = async (app: App, code: string) => {
  const known = readLeaveCode(app.secret, code)
  if (!known) throw new Forbidden('error.email.verify_url_expired', { data: { type: 'url_expired' } })
  await app.transaction(async (tx) => {
    if (!(await findUser(tx.db, known.user_id))) return
    await lockUser(tx.db, known.user_id)
    await saveChoices(tx.db, known.user_id, {
      ...(await findChoices(tx.db, known.user_id)),
      ...Object.fromEntries(LEFT_BY[known.what].map((source) => [source, false])),
    })
  })
  return null
}

/** The admin has perhaps removed the cause. */
export const sendUnsent = async (app: App) => {
  await app.transaction(async (tx) => {
    const ids = await listUnsentIds(tx.db)
    if (ids.length) await retryJobs(tx.db, ids, tx.now())
  })
  app.jobs.nudge()
  return null
}
