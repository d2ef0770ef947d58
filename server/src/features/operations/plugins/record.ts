import type { Tx } from '../../../events/events.ts'
import { recordAudit } from '../audit/queries.ts'

/** What was done with a plugin, in the audit log; `actor_id` 0 is the site itself. */
export const recordOfPlugin = (
  tx: Tx,
  { actor_id, action, name }: { actor_id: number; action: string; name: string },
  before: unknown = null,
  after: unknown = null,
) => recordAudit(tx, { actor_id, action, object_type: 'plugin', object_id: 0, name, before, after })
