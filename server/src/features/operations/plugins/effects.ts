import { deleteStoredOfUsers } from './storage/queries.ts'
import type { Effect } from '../../../events/events.ts'
import { deleteUserSettings } from './queries.ts'

export const deleteSettingsOfUser: Effect<'user.erased'> = async (tx, { object_id }) => {
  await deleteUserSettings(tx.db, [object_id])
  await deleteStoredOfUsers(tx.db, [object_id])
}
