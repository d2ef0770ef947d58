import { numberOf } from '@askwell/contract/ids.ts'
import { slugOf } from '@askwell/contract/tag-slug.ts'
import type { NewTag as TagDraft, TagEdit } from '@askwell/contract/tags.ts'
import { isDuplicate } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { allow, BadRequest, Conflict, Invalid } from '../../../lib/errors.ts'
import { lookAlikeFaults } from '../../../lib/look-alike-faults.ts'
import { REVISION_STATUS } from '../revisions/queries.ts'
import { suggest } from '../revisions/service.ts'
import { withdrawReplaced } from '../revisions/withdraw.ts'
import { plainLinks } from '../reviewers/policy.ts'
import {
  ensureShownAtOnce,
  ensureTaken,
  type From,
  pendingReason,
  judge,
  type PendingReason,
} from '../reviewers/judge.ts'
import { mayDo, NOT_MET } from '../../operations/settings/policy.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { canEditTag, canRenameTag, canSuggestTagEdit, namedTag } from './policy.ts'
import { tagForReview } from './views.ts'
import { findTagBySlug, listSynonyms, listTags, type Tag, TAG_STATUS, updateTag } from './queries.ts'
import { isBorne } from './of-questions/queries.ts'
import { addTag, asDescription, bringBack, describeTags, addRevision, marksOf } from './add-tag.ts'
import { nameInSettings } from './in-settings/service.ts'
import { lockAvailable, lockTag, tagNotFound } from './lock-tags.ts'
import { changedFields } from '../../operations/audit/changed-fields.ts'
import { recordStaffAct } from '../../operations/audit/queries.ts'

export const createTag = async (
  app: App,
  actor: Actor,
  { slug_name, display_name, original_text }: TagDraft,
  from: From,
) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'tag.add') === true ? true : NOT_MET)
  const [described] = await describeTags([{ slug_name, display_name, original_text }], 'original_text')
  if (!described) throw new Invalid([{ field: 'slug_name', reason: 'field.slug_empty' }])
  const wrong = [
    ...lookAlikeFaults([described.slug_name], 'slug_name'),
    ...lookAlikeFaults([described.display_name], 'display_name'),
  ]
  if (wrong.length) throw new Invalid(wrong)
  await ensureShownAtOnce(app, actor, await tagForReview(described), from, 'original_text')
  const { made } = await app.transaction(async (tx) => {
    const added = await addTag(tx, actor.id, described, marksOf(settings, described.slug_name))
    if (added.made)
      await recordTag(tx, actor, 'tag.created', added.id, { before: null, after: { slug_name: described.slug_name } })
    return added
  })
  if (!made) throw new BadRequest('error.tag.already_exist')
  return { slug_name: described.slug_name }
}

const recordTag = (
  tx: Tx,
  actor: Actor,
  action: string,
  id: number,
  change: { before: object | null; after: object | null },
) => recordStaffAct(tx, actor, { action, object_type: 'tag', object_id: id, ...change })

const MOVED_ON = 'error.revision.moved_on'

export interface TagText {
  slug_name: string
  display_name: string
  original_text: string
  parsed_text: string
  description: string
}

/** The slug becomes another; the old one leads on, as another word for the tag. One of its own words just changes places with it. */
const rename = async (tx: Tx, user_id: number, tag: Tag, slug_name: string) => {
  const there = await findTagBySlug(tx.db, slug_name)
  if (there && (there.status !== TAG_STATUS.available || there.main_tag_id !== tag.id))
    throw new Invalid([{ field: 'slug_name', reason: 'field.taken' }])
  if (there) await updateTag(tx.db, there.id, { slug_name: ` ${there.id}` }) // no slug begins so; for a moment, since both are unique
  await updateTag(tx.db, tag.id, { slug_name })
  if (there) await updateTag(tx.db, there.id, { slug_name: tag.slug_name, display_name: tag.display_name })
  else await addTag(tx, user_id, namedTag(tag), { main_tag_id: tag.main_tag_id || tag.id })
  await nameInSettings(tx, user_id, [tag.slug_name], { slug_name, display_name: tag.display_name })
}

/** The tag gets the text of a revision that is kept already. For an approved suggestion too: `actor_id` wrote it. */
export const applyTagText = async (
  tx: Tx,
  actor_id: number,
  tag: Tag,
  { slug_name, ...text }: TagText,
  revision_id: number,
) => {
  if (slug_name !== tag.slug_name) await rename(tx, actor_id, tag, slug_name)
  await updateTag(tx.db, tag.id, {
    ...text,
    revision_id,
    updated_at: tx.now(),
  })
  await tx.emit('tag.edited', { actor_id, object_type: 'tag', object_id: tag.id, question_id: 0, revision_id })
}

/** An edit that began from a text that isn't the last any more is given both back. */
const ensureFresh = (tag: Tag, mine: TagText, revision_id: string | undefined) => {
  if (!revision_id || revision_id === String(tag.revision_id)) return
  const theirs = {
    title: tag.display_name,
    content: tag.original_text,
    tags: [tag.slug_name],
    revision_id: String(tag.revision_id),
  }
  throw new Conflict(MOVED_ON, {
    data: { mine: { title: mine.display_name, content: mine.original_text, tags: [mine.slug_name] }, theirs },
  })
}

type PreparedEdit = Pick<TagEdit, 'display_name' | 'edit_summary' | 'revision_id' | 'suggestion_id'> & {
  id: number
  slug: string | undefined
  text: Awaited<ReturnType<typeof asDescription>> | undefined
}

/** Renders the edit and lets reviewers judge it: before the transaction, since both take time. @returns also why it has to wait. */
const prepareEdit = async (
  app: App,
  actor: Actor,
  { tag_id, slug_name, display_name, original_text, edit_summary = '', revision_id, suggestion_id }: TagEdit,
  from: From,
) => {
  const id = numberOf('tag', tag_id)
  const [former] = await listTags(app.db, [id])
  const text = original_text === undefined ? undefined : await asDescription(original_text, 'original_text')
  const draft = await tagForReview({
    display_name: display_name?.trim() ?? '',
    original_text: text?.original_text ?? '',
    parsed_text: text?.parsed_text ?? '',
  })
  const judged = await judge(
    app,
    actor,
    { ...draft, links: [...draft.links, ...plainLinks(edit_summary)], former: former?.original_text ?? '' },
    from,
  )
  ensureTaken(judged, 'original_text')
  const pending = await pendingReason(app, judged)
  const slug = slug_name === undefined ? undefined : slugOf(slug_name)
  if (slug === '') throw new Invalid([{ field: 'slug_name', reason: 'field.slug_empty' }])
  return { edit: { id, slug, display_name, text, edit_summary, revision_id, suggestion_id }, pending }
}

const editedText = (tag: Tag, { slug, display_name, text }: PreparedEdit): TagText => ({
  slug_name: slug ?? tag.slug_name,
  display_name: display_name?.trim() ?? tag.display_name,
  original_text: text?.original_text ?? tag.original_text,
  parsed_text: text?.parsed_text ?? tag.parsed_text,
  description: text?.description ?? tag.description,
})

const isSameText = (tag: Tag, next: TagText) =>
  next.slug_name === tag.slug_name && next.display_name === tag.display_name && next.original_text === tag.original_text

const editAtOnce = async (tx: Tx, actor: Actor, tag: Tag, next: TagText, log: string) => {
  const revision_id = await addRevision(
    tx,
    { ...next, id: tag.id },
    { user_id: actor.id, status: REVISION_STATUS.applied, log },
  )
  await applyTagText(tx, actor.id, tag, next, revision_id)
  const changed = changedFields({ ...tag }, { ...next, parsed_text: tag.parsed_text, description: tag.description })
  if (changed) await recordTag(tx, actor, 'tag.edited', tag.id, changed)
}

const suggestEdit = (
  tx: Tx,
  actor: Actor,
  tag: Tag,
  next: TagText,
  { edit_summary = '', revision_id }: PreparedEdit,
  pending: PendingReason | undefined,
) =>
  suggest(tx, {
    object_type: 'tag',
    object_id: tag.id,
    question_id: 0,
    user_id: actor.id,
    title: next.display_name,
    original_text: next.original_text,
    parsed_text: next.parsed_text,
    description: next.description,
    slugs: [tag.slug_name],
    log: edit_summary,
    ...pending,
    base_revision_id: Number(revision_id) || tag.revision_id,
  })

/** Edits at once, or stores the edit as a suggestion if the member needs a review; only one waits for each tag. */
export const editTag = async (app: App, actor: Actor, sent: TagEdit, from: From) => {
  const settings = await siteSettings(app)
  const mayAtOnce = canEditTag(settings, actor) === true
  if (!mayAtOnce) allow(canSuggestTagEdit(settings, actor))
  const { edit, pending } = await prepareEdit(app, actor, sent, from)
  const atOnce = mayAtOnce && !pending
  return app
    .transaction(async (tx) => {
      const [tag] = (await lockAvailable(tx, [edit.id])) as [Tag]
      const next = editedText(tag, edit)
      if (next.slug_name !== tag.slug_name) allow(canRenameTag(actor), 'slug_name')
      await withdrawReplaced(tx, actor, { object_type: 'tag', object_id: tag.id, question_id: 0 }, edit.suggestion_id)
      if (isSameText(tag, next)) return { slug_name: tag.slug_name, wait_for_review: false }
      const wrong = [
        ...(next.slug_name === tag.slug_name ? [] : lookAlikeFaults([next.slug_name], 'slug_name')),
        ...(next.display_name === tag.display_name ? [] : lookAlikeFaults([next.display_name], 'display_name')),
      ]
      if (wrong.length) throw new Invalid(wrong)
      ensureFresh(tag, next, edit.revision_id)
      if (atOnce) await editAtOnce(tx, actor, tag, next, edit.edit_summary)
      else await suggestEdit(tx, actor, tag, next, edit, pending)
      return { slug_name: next.slug_name, wait_for_review: !atOnce }
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new Invalid([{ field: 'slug_name', reason: 'field.taken' }]) : error // taken since it was looked for
    })
}

/** Removed from lists and completion; only if no question has it and it has no synonyms. */
export const deleteTag = async (app: App, actor: Actor, tag_id: string) => {
  await app.transaction(async (tx) => {
    const tag = await lockTag(tx, numberOf('tag', tag_id))
    if (!tag) throw tagNotFound()
    if (tag.status === TAG_STATUS.deleted) return
    if (await isBorne(tx.db, tag.id)) throw new BadRequest('error.tag.is_used_cannot_delete')
    if ((await listSynonyms(tx.db, [tag.id])).length) throw new BadRequest('error.tag.has_synonyms')
    await updateTag(tx.db, tag.id, { status: TAG_STATUS.deleted, main_tag_id: 0 })
    await nameInSettings(tx, actor.id, [tag.slug_name])
    await tx.emit('tag.deleted', { actor_id: actor.id, object_type: 'tag', object_id: tag.id, question_id: 0 })
    await recordTag(tx, actor, 'tag.deleted', tag.id, { before: { slug_name: tag.slug_name }, after: null })
  })
  return null
}

export const recoverTag = async (app: App, actor: Actor, tag_id: string) => {
  await app.transaction(async (tx) => {
    const tag = await lockTag(tx, numberOf('tag', tag_id))
    if (!tag) throw tagNotFound()
    if (tag.status !== TAG_STATUS.deleted) return
    await bringBack(tx, actor.id, tag.id)
    await recordTag(tx, actor, 'tag.undeleted', tag.id, { before: null, after: { slug_name: tag.slug_name } })
  })
  return null
}
