import { SLOW_QUERY_DAYS } from '@askwell/contract/limits.ts'
import type { App } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { deleteQueriesBefore } from './queries.ts'

export const deleteOldSlowQueries = (app: App) =>
  app.transaction((tx) => deleteQueriesBefore(tx.db, tx.now() - SLOW_QUERY_DAYS * DAY))
