import { INVITATION_RETENTION_DAYS } from '@askwell/contract/limits.ts'
import type { App, Effect } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import * as queries from './queries.ts'

export const forgetErased: Effect<'user.erased'> = (tx, { object_id }) => queries.forgetUser(tx.db, object_id)

/** With the addresses of people who never came. */
export const deleteOldInvitations = (app: App) =>
  app.transaction((tx) => queries.deleteUnusedBefore(tx.db, tx.now() - INVITATION_RETENTION_DAYS * DAY))
