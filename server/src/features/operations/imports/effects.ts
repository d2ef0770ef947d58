import type { Effect } from '../../../events/events.ts'
import { deleteActsOf, deleteAddressesOf, deleteOriginsOf, deleteProfilesOf } from './queries.ts'

/** Before the comments are deleted: their import mappings only know their ids. */
export const deleteMappingsOfPost: Effect<'post.erased'> = async (tx, { post_ids }) => {
  await deleteOriginsOf(tx.db, post_ids)
  await deleteActsOf(tx.db, post_ids)
  await deleteAddressesOf(tx.db, post_ids)
}

/** What the old site knew of them goes with them; that they came from there stays, so that they don't come again. */
export const deleteProfileOfUser: Effect<'user.erased'> = (tx, { object_id }) => deleteProfilesOf(tx.db, [object_id])

export { fetchDump } from './by-plugin/fetch-dump.ts'
export { examineDump } from './examine.ts'
export { runImport } from './from-page.ts'
export { examineUndo, runUndo } from './undo/from-page.ts'
