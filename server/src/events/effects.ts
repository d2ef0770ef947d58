import { REPEAT_SECONDS } from '@askwell/contract/limits.ts'
import type { App, Effect } from './events.ts'
import { deleteRepeatsBefore, forgetMailsTo } from './queries.ts'

/** What a repeated call no longer finds is of no use any more. */
export const forgetRepeats = (app: App) =>
  app.transaction((tx) => deleteRepeatsBefore(tx.db, tx.now() - REPEAT_SECONDS))

export const forgetMails: Effect<'user.erased'> = (tx, { object_id }) => forgetMailsTo(tx.db, object_id)
