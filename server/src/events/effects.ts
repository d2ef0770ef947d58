import { REPEAT_SECONDS } from '@askwell/contract/limits.ts'
import type { App, Effect } from './events.ts'
import { deleteRepeatsBefore, deleteMailJobsTo } from './queries.ts'

/** A reply that can no longer be repeated is no longer needed. */
export const deleteOldIdempotencyKeys = (app: App) =>
  app.transaction((tx) => deleteRepeatsBefore(tx.db, tx.now() - REPEAT_SECONDS))

export const deleteMailJobsOfUser: Effect<'user.erased'> = (tx, { object_id }) => deleteMailJobsTo(tx.db, object_id)
