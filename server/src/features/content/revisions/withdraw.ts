import type { Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { NotFound } from '../../../lib/errors.ts'
import { lockUndecided } from './lock-undecided.ts'
import { findRevision, type Revised, REVISION_STATUS, settleSuggestion } from './queries.ts'

/** The number of a revision, as clients send it; 0 is none. */
export const revisionNumber = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : 0)

/** Of a tag the question is 0. */
type Thing = Revised & { question_id: number }

/**
 * Takes an own suggestion back, which stays among the texts of its author. The caller has locked its thing.
 * What is suggested instead is a new one, so that nobody approves a text they haven't seen.
 */
export const withdraw = async (tx: Tx, actor: Actor, { object_type, object_id, question_id }: Thing, id: number) => {
  const found = await findRevision(tx.db, id)
  const isOwn = found?.user_id === actor.id && found.object_type === object_type && found.object_id === object_id
  if (!isOwn || (found.status !== REVISION_STATUS.waiting && found.decided_at === 0))
    throw new NotFound('error.revision.not_found')
  await lockUndecided(tx, id)
  await settleSuggestion(tx.db, id, {
    status: REVISION_STATUS.rejected,
    decided_by: actor.id,
    decided_at: tx.now(),
    decision_reason: '',
  })
  await tx.emit('revision.withdrawn', { actor_id: actor.id, object_type, object_id, question_id })
}

/** Before an edit is looked at: the own suggestion that it replaces, if it names one. */
export const withdrawReplaced = async (tx: Tx, actor: Actor, thing: Thing, suggestion_id: string | undefined) => {
  if (suggestion_id) await withdraw(tx, actor, thing, revisionNumber(suggestion_id))
}
