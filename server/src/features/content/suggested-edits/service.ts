import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { Conflict, Invalid, NotFound } from '../../../lib/errors.ts'
import { asTitle } from '../../../lib/title.ts'
import type { From } from '../reviewers/judge.ts'
import { hasMarks, type Merge } from './policy.ts'
import { type Text, textOf } from '../revisions/policy.ts'
import {
  applySuggestion,
  findRevision,
  insertRevision,
  type Revision,
  REVISION_STATUS,
  settleSuggestion,
} from '../revisions/queries.ts'
import { withdraw } from '../revisions/withdraw.ts'
import { type LockedSuggestion, lockThing, lockWaitingSuggestion, refuseGone } from './lock-suggestion.ts'
import { MovedMeanwhile, type Prepared, prepared, type Settled } from './prepare-approval.ts'
import { judgeWording } from './judge-wording.ts'
import { recordStaffAct } from '../../operations/audit/queries.ts'

const movedOn = (suggestion: Revision, { text, revision_id }: LockedSuggestion, merged: Merge) =>
  new Conflict('error.revision.moved_on', {
    data: { mine: textOf(suggestion), theirs: { ...text, revision_id: String(revision_id) }, merged },
  })

/** The text to be applied: the suggestion's own, or what it makes together with what has been written since. Both texts are given back where that takes a person. */
const textToApply = (
  suggestion: Revision,
  thing: LockedSuggestion,
  settled: Settled | undefined,
  made: Prepared | undefined,
): Text | undefined => {
  if (made?.revision_id !== thing.revision_id) throw new MovedMeanwhile()
  const { merged } = made
  if (settled) {
    if (settled.revision_id !== String(thing.revision_id))
      throw movedOn(suggestion, thing, merged ?? { ...textOf(suggestion), conflicts: 0 })
    if (hasMarks(settled.content)) throw new Invalid([{ field: 'content', reason: 'field.conflict_left' }])
    return settled
  }
  if (merged?.conflicts) throw movedOn(suggestion, thing, merged)
  return merged
}

/** Those that are still wanted: a tag that the reviewer has taken out is not made. */
const newTagsIn = ({ new_tags }: Revision, tags: string[]) =>
  JSON.stringify((JSON.parse(new_tags) as { slug_name: string }[]).filter((tag) => tags.includes(tag.slug_name)))

/** Another text than the suggested one, under the name of its author; the suggestion stays as it was written. */
const addMergedRevision = async (
  tx: Tx,
  suggestion: Revision,
  { title, content, tags }: Text,
  rendered: NonNullable<Prepared['rendered']>,
) => {
  const { object_type, object_id, user_id, log } = suggestion
  return insertRevision(tx.db, {
    object_type,
    object_id,
    user_id,
    title: object_type === 'answer' ? '' : asTitle(title),
    original_text: content,
    ...rendered,
    slugs: object_type === 'tag' ? suggestion.slugs : JSON.stringify(tags),
    new_tags: newTagsIn(suggestion, tags),
    log,
    status: REVISION_STATUS.applied,
    created_at: tx.now(),
    base_revision_id: suggestion.id,
  })
}

/**
 * Decides on a suggested edit: approved it becomes the text, rejected it stays as it was, with a reason for its author.
 * Of two that decide at once, the second is told what was decided.
 */
export const audit = async (
  tx: Tx,
  actor: Actor,
  id: number,
  {
    approve,
    reason = '',
    settled,
    made,
  }: { approve: boolean; reason?: string | undefined; settled?: Settled | undefined; made: Prepared | undefined },
) => {
  const { suggestion, thing } = await lockWaitingSuggestion(tx, actor, id)
  const { object_type, object_id, user_id } = suggestion
  const decided = { decided_by: actor.id, decided_at: tx.now() }
  const fact = {
    actor_id: actor.id,
    object_type,
    object_id,
    question_id: thing.question_id,
    suggestion_id: id,
    editor_id: user_id,
  }
  await recordStaffAct(tx, actor, {
    action: approve ? 'revision.approved' : 'revision.rejected',
    object_type,
    object_id,
    question_id: thing.question_id,
    user_id,
    before: { decision: 'pending' },
    after: {
      decision: approve ? 'approve' : 'reject',
      revision_id: id,
      ...(reason.trim() && { reason: reason.trim() }),
    },
  })
  if (!approve) {
    await settleSuggestion(tx.db, id, { ...decided, status: REVISION_STATUS.rejected, decision_reason: reason.trim() })
    await tx.emit('revision.rejected', fact)
    return
  }
  refuseGone(thing)
  const other = textToApply(suggestion, thing, settled, made)
  let revision_id = id
  if (other) {
    await settleSuggestion(tx.db, id, { ...decided, status: REVISION_STATUS.applied, decision_reason: '' })
    revision_id = await addMergedRevision(tx, suggestion, other, made!.rendered!)
  } else await applySuggestion(tx.db, { id, object_type, object_id }, decided)
  await tx.emit('revision.approved', { ...fact, revision_id })
}

/** Its author takes it back. Of this and a decision at once, the second is told of the first. */
export const withdrawSuggestion = async (app: App, actor: Actor, id: number) => {
  await app.transaction(async (tx) => {
    const suggestion = await findRevision(tx.db, id)
    if (suggestion?.user_id !== actor.id) throw new NotFound('error.revision.not_found')
    await withdraw(tx, actor, await lockThing(tx, actor, suggestion), id)
  })
  return null
}

export const decideSuggestion = async (
  app: App,
  actor: Actor,
  id: number,
  { operation, reason, merged }: { operation: 'approve' | 'reject'; reason?: string; merged?: Settled },
  from: From,
) => {
  const approve = operation === 'approve'
  if (approve && merged) await ensureShowable(app, actor, id, merged, from)
  if (!approve) await app.transaction((tx) => audit(tx, actor, id, { approve, reason, made: undefined }))
  else
    await prepared(app, { id, settled: merged }, (made) =>
      app.transaction((tx) => audit(tx, actor, id, { approve, settled: merged, made })),
    )
  return {}
}

/** What the reviewer writes is judged like any text of theirs: it is shown at once or not taken. */
const ensureShowable = async (app: App, actor: Actor, id: number, { title, content }: Settled, from: From) => {
  const suggestion = await findRevision(app.db, id)
  if (!suggestion) return
  const base = await findRevision(app.db, suggestion.base_revision_id)
  const former = `${suggestion.original_text}\n${base?.original_text ?? ''}`
  const wrong = await judgeWording(app, actor, { ...suggestion, title, original_text: content, former }, from)
  if (wrong.length) throw new Invalid(wrong)
}
