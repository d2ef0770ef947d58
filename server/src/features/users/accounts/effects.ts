import { ROLE } from '@askwell/contract/roles.ts'
import type { App, Effect, LaterEffect } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../lib/member.ts'
import { NotFound } from '../../../lib/errors.ts'
import { dropComment } from '../../content/comments/service.ts'
import { operate } from '../../content/posts/service.ts'
import { codeEmail } from '../../outbound/email/views.ts'
import { findUser } from '../users/queries.ts'
import { loginInForce, mailer, siteSettings } from '../../operations/settings/views.ts'
import { canUsePassword, sessionSpan } from './policy.ts'
import * as queries from './queries.ts'
import { hasWayIn, makeCode } from './service.ts'

/**
 * Deactivated members are logged out everywhere; the suspended keep their sessions for the time after.
 * Those of the deleted open nothing (http/auth/request-auth.ts), and are kept only so that their clients can be told; they don't open anything again if the member comes back.
 */
export const endSessionsOfGone: Effect<'user.status_changed'> = async (tx, { object_id, before, after }) => {
  if (before === USER_STATUS.deleted || after === USER_STATUS.inactive) await queries.deleteSessionsOf(tx.db, object_id)
}

/** Sessions end, because others may know the old password or read the old address; codes e-mailed before no longer work. */
export const endSessions: Effect<'user.login_changed'> = async (tx, { object_id }) => {
  await queries.deleteSessionsOf(tx.db, object_id)
  await queries.deleteOpenCodesOf(tx.db, object_id)
}

/** New staff stay logged in for as long as staff may. */
export const fitSessions: Effect<'user.changed'> = async (tx, { object_id }) => {
  const user = await findUser(tx.db, object_id)
  if (user) await queries.fitSessionsOf(tx.db, user.id, sessionSpan(user))
}

/** Makes the code and e-mails it. If it runs twice, the code in the later e-mail works. */
export const mailCode: LaterEffect<'code.requested'> = async (app, { object_id, purpose, e_mail, language, from }) => {
  const user = await findUser(app.db, object_id)
  if (!user || !e_mail || user.status === USER_STATUS.deleted) return
  if (purpose === 'activation' && user.mail_status === MAIL_STATUS.activated) return
  const [{ general, interface: site }, login] = await Promise.all([siteSettings(app), loginInForce(app)])
  // The reply is always the same. The e-mail is only sent if its link would work.
  if (purpose === 'reset' && !canUsePassword(login, user)) return
  if (purpose === 'activation' && !(await hasWayIn(app.db, login, user))) return
  const code = await app.transaction((tx) => makeCode(tx, user.id, e_mail, purpose))
  await (
    await mailer(app)
  ).send({ to: e_mail, ...codeEmail(general, { purpose, code, from }, user.display_name, language || site.language) })
}

/** One thing after another, as the admin asked for it; what is gone already is skipped, so it may run again. */
export const removeContentOfDeleted: LaterEffect<'user.status_changed'> = async (
  app,
  { actor_id, object_id, remove_all_content },
) => {
  const wisher = remove_all_content ? await findUser(app.db, actor_id) : undefined
  if (!wisher || (await findUser(app.db, object_id))?.status !== USER_STATUS.deleted) return
  const admin = { ...wisher, role_id: ROLE.admin } // as at that time
  const { comments, answers, questions } = await queries.listContentOf(app.db, object_id)
  for (const id of comments) await unlessGone(app.transaction((tx) => dropComment(tx, admin, id)))
  for (const id of answers) await unlessGone(app.transaction((tx) => operate(tx, admin, id, 'delete')))
  for (const id of questions) await unlessGone(app.transaction((tx) => operate(tx, admin, id, 'delete')))
}

const unlessGone = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error
  })

/** What has expired is kept for a day, to help find out what happened. */
export const clearOldCodes = (app: App) =>
  app.transaction(async (tx) => {
    await queries.deleteCodesBefore(tx.db, tx.now() - DAY)
    await queries.deleteExpiredSessions(tx.db, tx.now())
  })

export const deleteAccessOfUser: Effect<'user.erased'> = async (tx, { object_id }) => {
  await queries.deleteCodesOf(tx.db, object_id)
  await queries.deleteSessionsOf(tx.db, object_id)
}
