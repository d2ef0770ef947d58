import type { App, Effect } from '../../../events/events.ts'
import * as queries from './queries.ts'

export const deleteLoginsOfUser: Effect<'user.erased'> = (tx, { object_id }) =>
  queries.deleteLoginsOf(tx.db, [object_id])

export const deleteOldSignIns = (app: App) => app.transaction((tx) => queries.deleteOldSignIns(tx.db, tx.now()))
