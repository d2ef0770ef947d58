import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Member } from '../../../lib/member.ts'
import { allow, BadRequest, Conflict, Invalid, NotFound, overloaded } from '../../../lib/errors.ts'
import { isHeld } from '../posts/policy.ts'
import { findPost, lockVisiblePost, type Post } from '../posts/queries.ts'
import { outsideLinks } from '../reviewers/policy.ts'
import { type From, judgeAtOnce } from '../reviewers/judge.ts'
import { settingsIn, siteSettings } from '../../operations/settings/views.ts'
import { tagFaults } from '../tags/policy.ts'
import { findTag, listTagsBySlug, lockTags, TAG_STATUS } from '../tags/queries.ts'
import { tagChipsOrWaiting } from '../tags/views.ts'
import { userCards } from '../../users/users/views.ts'
import { renderText } from '../../../workers/texts.ts'
import { canDecide, canEditAtOnce, hasMarks, type Merge } from './policy.ts'
import { descriptionOf, type Text, textOf } from '../revisions/policy.ts'
import {
  applySuggestion,
  findRevision,
  insertRevision,
  lockRevision,
  type Revised,
  type Revision,
  REVISION_STATUS,
  settleSuggestion,
} from '../revisions/queries.ts'
import { findHolder } from './queries.ts'
import { mergedWith } from './views.ts'
import { findThing } from './earlier-texts.ts'

interface LockedSuggestion extends Revised {
  question_id: number
  user_id: number
  revision_id: number
  text: Text
  gone: boolean
  isHeld: boolean
}

/** Of a question; an answer has none. */
const tagsOf = async (db: Tx['db'], post: Post) =>
  post.kind === 'question' ? (await tagChipsOrWaiting(db, [post])).get(post.id)!.map((tag) => tag.slug_name) : []

/** The thing as it stands, ours until the transaction ends; a hidden one is not there. */
const lockThing = async (tx: Tx, actor: Member, { object_type, object_id }: Revised): Promise<LockedSuggestion> => {
  if (object_type === 'tag') {
    const [tag] = await lockTags(tx.db, [object_id])
    if (tag?.status !== TAG_STATUS.available) throw new NotFound('error.tag.not_found')
    return {
      object_type,
      object_id,
      question_id: 0,
      user_id: 0,
      revision_id: tag.revision_id,
      text: { title: tag.display_name, content: tag.original_text, tags: [tag.slug_name] },
      gone: false,
      isHeld: false,
    }
  }
  const thread = await lockVisiblePost(tx.db, object_id, actor, object_type)
  if (!thread) throw new NotFound(`error.${object_type}.not_found`)
  const { post, question } = thread
  const tags = await tagsOf(tx.db, post)
  return {
    object_type,
    object_id,
    question_id: question.id,
    user_id: post.user_id,
    revision_id: post.revision_id,
    text: { title: post.title, content: post.original_text, tags },
    gone: post.status === QUESTION_STATUS.deleted || question.status === QUESTION_STATUS.deleted,
    isHeld: isHeld(post),
  }
}

const refuseGone = ({ gone, object_type }: LockedSuggestion) => {
  if (gone) throw new BadRequest(`error.${object_type}.cannot_update`)
}

/** Somebody was quicker: who, and with what. */
const alreadyDecided = async (tx: Tx, decided_by: number, decision: 'approve' | 'reject' | 'held') => {
  const { username, display_name } = (await userCards(tx.db, [decided_by])).get(decided_by)!
  return new Conflict(`error.review.decided_${decision}`, {
    values: { name: display_name },
    data: { decision, decided_by: { username, display_name } },
  })
}

/** A suggestion that nobody has decided on, ours with its thing until the transaction ends. Before it the thing, as everywhere. */
export const lockWaitingSuggestion = async (tx: Tx, actor: Member, id: number) => {
  const found = await findRevision(tx.db, id)
  if (!found || (found.status !== REVISION_STATUS.waiting && found.decided_at === 0))
    throw new NotFound('error.revision.not_found')
  const thing = await lockThing(tx, actor, found)
  allow(canDecide(await settingsIn(tx.db), actor, found))
  const suggestion = await lockRevision(tx.db, id)
  if (!suggestion) throw new NotFound('error.revision.not_found')
  if (suggestion.status !== REVISION_STATUS.waiting)
    throw await alreadyDecided(
      tx,
      suggestion.decided_by,
      suggestion.status === REVISION_STATUS.rejected ? 'reject' : 'approve',
    )
  const holder = await findHolder(tx.db, id)
  if (holder) throw await alreadyDecided(tx, holder, 'held')
  return { suggestion, thing }
}

/** What whoever decides has made of two edits, over the text as it stood then. */
export interface Settled extends Text {
  revision_id: string
}

const movedOn = (suggestion: Revision, { text, revision_id }: LockedSuggestion, merged: Merge) =>
  new Conflict('error.revision.moved_on', {
    data: { mine: textOf(suggestion), theirs: { ...text, revision_id: String(revision_id) }, merged },
  })

/** What an approval takes that is made before its transaction: the text of both edits, and its HTML. */
interface Prepared {
  /** The text that it was made over. */
  revision_id: number
  merged: Merge | undefined
  /** Of what was settled, or merged without a conflict. */
  rendered: { parsed_text: string; description: string } | undefined
}

/** The text has moved on between preparing and deciding. */
class MovedMeanwhile extends Error {}

const currentText = async (db: Tx['db'], { object_type, object_id }: Revised) => {
  if (object_type === 'tag') {
    const tag = await findTag(db, object_id)
    return (
      tag && {
        revision_id: tag.revision_id,
        text: { title: tag.display_name, content: tag.original_text, tags: [tag.slug_name] },
      }
    )
  }
  const post = await findPost(db, object_id)
  return (
    post && {
      revision_id: post.revision_id,
      text: { title: post.title, content: post.original_text, tags: await tagsOf(db, post) },
    }
  )
}

const prepare = async (db: Tx['db'], id: number, settled: Settled | undefined): Promise<Prepared | undefined> => {
  const suggestion = await findRevision(db, id)
  const current = suggestion?.status === REVISION_STATUS.waiting ? await currentText(db, suggestion) : undefined
  if (!suggestion || !current) return undefined // whoever decides is told so
  const merged = await mergedWith(suggestion, await findRevision(db, suggestion.base_revision_id), current)
  const content = settled?.content ?? (merged?.conflicts === 0 ? merged.content : undefined)
  if (content === undefined) return { revision_id: current.revision_id, merged, rendered: undefined }
  const { html, description } = await renderText(content, { field: 'content' })
  return { revision_id: current.revision_id, merged, rendered: { parsed_text: html, description } }
}

const MEANWHILE_MOST = 5

/** Prepares an approval, then decides; once more where the text has moved on in between. */
export const prepared = async <T>(
  db: Tx['db'],
  { id, settled }: { id: number; settled?: Settled | undefined },
  decide: (prepared: Prepared | undefined) => Promise<T>,
): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await decide(await prepare(db, id, settled))
    } catch (error) {
      if (!(error instanceof MovedMeanwhile)) throw error
      if (tries === MEANWHILE_MOST) throw overloaded
    }
  }
}

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

/** Those that are still wanted: a tag which whoever decides has taken out is not made. */
const newTagsIn = ({ new_tags }: Revision, tags: string[]) =>
  JSON.stringify((JSON.parse(new_tags) as { slug_name: string }[]).filter((tag) => tags.includes(tag.slug_name)))

/** Another text than the suggested one, by whoever suggested it; the suggestion stays as it was written. */
const keepMerged = async (
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
    title: object_type === 'answer' ? '' : title.trim(),
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
  actor: Member,
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
    revision_id = await keepMerged(tx, suggestion, other, made!.rendered!)
  } else await applySuggestion(tx.db, { id, object_type, object_id }, decided)
  await tx.emit('revision.approved', { ...fact, revision_id })
}

export const decideSuggestion = async (
  app: App,
  actor: Member,
  id: number,
  { operation, reason, merged }: { operation: 'approve' | 'reject'; reason?: string; merged?: Settled },
  from: From,
) => {
  const approve = operation === 'approve'
  if (approve && merged) await ensureShowable(app, actor, id, merged, from)
  if (!approve) await app.transaction((tx) => audit(tx, actor, id, { approve, reason, made: undefined }))
  else
    await prepared(app.db, { id, settled: merged }, (made) =>
      app.transaction((tx) => audit(tx, actor, id, { approve, settled: merged, made })),
    )
  return {}
}

interface Wording extends Revised {
  title: string
  original_text: string
  former: string
}
const judgeWording = async (
  app: App,
  actor: Member,
  { object_type, title, original_text, former }: Wording,
  from: From,
) => {
  const { html, links } = await renderText(original_text, { field: 'content' })
  return judgeAtOnce(
    app,
    actor,
    { object_type, title, content: original_text, html, tags: [], links: outsideLinks(links), former },
    from,
    'content',
  )
}

/** What whoever decides writes themselves is judged like any text of theirs: it is shown at once or not taken. */
const ensureShowable = async (app: App, actor: Member, id: number, { title, content }: Settled, from: From) => {
  const suggestion = await findRevision(app.db, id)
  if (!suggestion) return
  const base = await findRevision(app.db, suggestion.base_revision_id)
  const former = `${suggestion.original_text}\n${base?.original_text ?? ''}`
  const wrong = await judgeWording(app, actor, { ...suggestion, title, original_text: content, former }, from)
  if (wrong.length) throw new Invalid(wrong)
}

/** An earlier text of what everybody sees may be one that nobody was shown: written while it waited for review. */
const ensureRestorable = async (app: App, actor: Member, earlier: Revision, from: From) => {
  const thing = await findThing(app.db, actor, earlier)
  if (!thing || (thing.object_type !== 'tag' && isHeld(thing.post))) return
  const former = thing.object_type === 'tag' ? thing.tag.original_text : thing.post.original_text
  if ((await judgeWording(app, actor, { ...earlier, former }, from)).length)
    throw new BadRequest('error.revision.needs_review')
}

/** An earlier text becomes the text again, as one more revision. */
export const rollBack = async (app: App, actor: Member, revision_id: number, log: string, from: From) => {
  const settings = await siteSettings(app)
  const wanted = await findRevision(app.db, revision_id)
  if (wanted && wanted.number > 0) await ensureRestorable(app, actor, wanted, from)
  return app.transaction(async (tx) => {
    const earlier = await findRevision(tx.db, revision_id)
    if (!earlier || earlier.number === 0) throw new NotFound('error.revision.not_found')
    const { object_type, object_id, title, original_text, parsed_text, slugs, new_tags } = earlier
    const thing = await lockThing(tx, actor, earlier)
    allow(canEditAtOnce(settings, actor, thing))
    refuseGone(thing)
    if (object_type === 'question') await refuseReservedTags(tx, actor, JSON.parse(slugs) as string[], thing.text.tags)
    if (JSON.stringify(textOf(earlier)) === JSON.stringify(thing.text)) return null
    const restored = await insertRevision(tx.db, {
      object_type,
      object_id,
      user_id: actor.id,
      title,
      original_text,
      parsed_text,
      description: descriptionOf(earlier),
      slugs: object_type === 'tag' ? JSON.stringify(thing.text.tags) : slugs,
      ...(thing.isHeld && { new_tags }),
      log,
      status: REVISION_STATUS.applied,
      created_at: tx.now(),
      restored_revision_id: earlier.id,
    })
    await tx.emit('revision.restored', {
      actor_id: actor.id,
      object_type,
      object_id,
      question_id: thing.question_id,
      revision_id: restored,
      editor_id: actor.id,
    })
    return null
  })
}

/** Going back neither puts nor takes away what only the staff may. */
const refuseReservedTags = async (tx: Tx, actor: Member, slugs: string[], former: string[]) => {
  const known = await listTagsBySlug(tx.db, [...slugs, ...former])
  const of = (list: string[]) =>
    known.filter((tag) => tag.status === TAG_STATUS.available && list.includes(tag.slug_name))
  const faults = tagFaults(actor, of(slugs), of(former), false)
  if (faults.length) throw new Invalid(faults)
}
