import type { App, Effect } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { deleteExpiredSessions, deleteSessionsOf } from '../sessions/queries.ts'
import * as queries from './queries.ts'

/** Sessions end, because others may know the old password or read the old address; codes e-mailed before no longer work. */
export const endSessions: Effect<'user.login_changed'> = async (tx, { object_id }) => {
  await deleteSessionsOf(tx.db, object_id)
  await queries.deleteOpenCodesOf(tx.db, object_id)
}

/** Expired rows stay for a day, so that one can find out what happened. */
export const clearOldCodes = (app: App) =>
  app.transaction(async (tx) => {
    await queries.deleteCodesBefore(tx.db, tx.now() - DAY)
    await deleteExpiredSessions(tx.db, tx.now())
  })

export const deleteAccessOfUser: Effect<'user.erased'> = async (tx, { object_id }) => {
  await queries.deleteCodesOf(tx.db, object_id)
  await deleteSessionsOf(tx.db, object_id)
}
