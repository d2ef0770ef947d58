import type { Effect } from '../../../events/events.ts'
import { deleteMemberSettings } from './queries.ts'

export const deleteSettingsOfUser: Effect<'user.erased'> = (tx, { object_id }) =>
  deleteMemberSettings(tx.db, [object_id])
