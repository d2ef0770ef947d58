import type { Tx } from '../../../../events/events.ts'
import type { Written } from '../policy.ts'
import { insertRevision } from '../../revisions/queries.ts'

export const addRevision = (
  tx: Tx,
  { id, user_id, text, log, status }: { id: number; user_id: number; text: Written; log: string; status: number },
) =>
  insertRevision(tx.db, {
    object_type: 'answer',
    object_id: id,
    user_id,
    original_text: text.original_text,
    parsed_text: text.parsed_text,
    description: text.description,
    log,
    status,
    created_at: tx.now(),
  })
