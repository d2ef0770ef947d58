import { RATE_REFUSAL_DAYS } from '@askwell/contract/limits.ts'
import type { App, Effect } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { deleteRefusalsBefore, deleteRefusalsOf } from './queries.ts'

export const deleteOldRefusals = (app: App) =>
  app.transaction((tx) => deleteRefusalsBefore(tx.db, Math.floor(tx.now() / DAY) - RATE_REFUSAL_DAYS))

export const forgetRefusalsOfUser: Effect<'user.erased'> = (tx, { object_id }) => deleteRefusalsOf(tx.db, object_id)
