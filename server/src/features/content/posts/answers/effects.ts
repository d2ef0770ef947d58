import type { Effect } from '../../../../events/events.ts'
import { showRevision } from './editing/service.ts'

export const showRevised: Effect<'revision.approved' | 'revision.restored'> = async (
  tx,
  { object_type, object_id, editor_id, revision_id },
) => {
  if (object_type === 'answer') await showRevision(tx, object_id, editor_id, revision_id)
}
