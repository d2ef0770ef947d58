import type { Tx } from '../../../events/events.ts'
import { insertRevision, type Revised, REVISION_STATUS } from './queries.ts'
import { refuseWhileOneWaits } from './waiting-edit.ts'

export interface Suggestion extends Revised {
  /** Of a tag 0. */
  question_id: number
  user_id: number
  /** Of an answer empty; of a tag its display name. */
  title: string
  original_text: string
  parsed_text: string
  description: string
  /** Of a question its tags, of a tag its own slug. */
  slugs: string[]
  /** New tags among them, with their names. */
  new_tags?: { slug_name: string }[]
  log: string
  /** Why a reviewer holds it; '' where none does. */
  held_reason?: string
  /** A reviewer gave no judgement. */
  failed?: boolean
  /** The revision that the thing shows now, or that the edit began from. */
  base_revision_id: number
}

/** Keeps an edit that waits for review. The caller holds the thing, and has made sure that its author may. @returns the number of the revision. */
export const suggest = async (
  tx: Tx,
  { question_id, slugs, new_tags = [], failed = false, ...suggestion }: Suggestion,
) => {
  await refuseWhileOneWaits(tx, suggestion)
  const revision_id = await insertRevision(tx.db, {
    ...suggestion,
    slugs: JSON.stringify(slugs),
    new_tags: JSON.stringify(new_tags),
    status: REVISION_STATUS.waiting,
    created_at: tx.now(),
  })
  const { user_id, object_type, object_id } = suggestion
  await tx.emit('revision.suggested', { actor_id: user_id, object_type, object_id, question_id, revision_id, failed })
  return revision_id
}
