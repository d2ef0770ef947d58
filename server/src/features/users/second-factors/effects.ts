import type { Effect } from '../../../events/events.ts'
import { deleteFactorsOf } from './queries.ts'

export const deleteFactorsOfUser: Effect<'user.erased'> = (tx, { object_id }) => deleteFactorsOf(tx.db, object_id)
