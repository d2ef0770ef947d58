import type { Effect } from '../../../events/events.ts'
import { deleteNotesAbout } from './queries.ts'

export const deleteNotesOfUser: Effect<'user.erased'> = (tx, { object_id }) => deleteNotesAbout(tx.db, object_id)
