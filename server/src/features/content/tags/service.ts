import { numberOf } from '@askwell/contract/ids.ts'
import { slugOf } from '@askwell/contract/tag-slug.ts'
import type { NewTag as TagDraft, TagEdit } from '@askwell/contract/tags.ts'
import { isDuplicate, RetryableConflict } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Member } from '../../../lib/member.ts'
import { allow, BadRequest, Conflict, type FieldError, Invalid, NotFound } from '../../../lib/errors.ts'
import { findRevision, insertRevision, type Revision, REVISION_STATUS } from '../revisions/queries.ts'
import { suggest } from '../revisions/service.ts'
import { plainLinks } from '../reviewers/policy.ts'
import { ensureShownAtOnce, ensureTaken, type From, heldBy, judge } from '../reviewers/judge.ts'
import { mayDo, NOT_MET } from '../../operations/settings/policy.ts'
import { findSetting } from '../../operations/settings/queries.ts'
import { keepSection } from '../../operations/settings/service.ts'
import { settingsIn, siteSettings, type SiteSettings } from '../../operations/settings/views.ts'
import { renderText } from '../../../workers/texts.ts'
import {
  canEditTag,
  canRenameTag,
  canSuggestTagEdit,
  type Described,
  leadOf,
  namedTag,
  oncePerSlug,
  tagFaults,
  type TagInput,
} from './policy.ts'
import { tagForReview } from './views.ts'
import {
  findTagBySlug,
  hasRecommended,
  insertTag,
  isBorne,
  listMainTags,
  listMeantIds,
  listSynonyms,
  listTags,
  listTagsBySlug,
  lockBorneTags,
  lockTags,
  markTags,
  setTagsOf,
  type Tag,
  tagIdsOf,
  TAG_STATUS,
  updateTag,
} from './queries.ts'

/** The words for tags that may have to be made: before the transaction, since rendering takes time. */
export const describeTags = async (wanted: TagInput[], field: string): Promise<Described[]> => {
  const described: Described[] = []
  for (const tag of oncePerSlug(wanted))
    described.push({ ...namedTag(tag), ...(tag.original_text && (await asDescription(tag.original_text, field))) })
  return described
}

/** The description of a tag as it is kept. */
const asDescription = async (original_text: string, field: string) => {
  const { html } = await renderText(original_text, { field })
  return { original_text, parsed_text: html, description: leadOf(html) }
}

interface TagProperties {
  recommend?: 0 | 1
  reserved?: 0 | 1
  main_tag_id?: number
}

/** Makes a tag, or brings a deleted one of that name back with the new words. If there is one already, that is what it gives back. */
export const addTag = async (tx: Tx, user_id: number, described: Described, standing: TagProperties = {}) => {
  const tag = {
    ...described,
    recommend: 0,
    reserved: 0,
    main_tag_id: 0,
    ...standing,
    user_id,
    created_at: tx.now(),
    updated_at: tx.now(),
    status: TAG_STATUS.available,
  } as const
  const made = await insertTag(tx.db, tag)
  const there = made ? undefined : (await findTagBySlug(tx.db, described.slug_name))!
  if (there?.status === TAG_STATUS.available) return { id: there.id, made: false }
  const id = made ?? there!.id
  const revision_id = await keepRevision(tx, { id, ...described }, { user_id, status: REVISION_STATUS.first })
  await updateTag(tx.db, id, { ...(there && tag), revision_id })
  await tx.emit('tag.created', { actor_id: user_id, object_type: 'tag', object_id: id, question_id: 0 })
  return { id, made: true }
}

const keepRevision = (
  tx: Tx,
  tag: Pick<Tag, 'id' | 'slug_name' | 'display_name' | 'original_text' | 'parsed_text' | 'description'>,
  more: { user_id: number; status: number; log?: string },
) =>
  insertRevision(tx.db, {
    object_type: 'tag',
    object_id: tag.id,
    title: tag.display_name,
    original_text: tag.original_text,
    parsed_text: tag.parsed_text,
    description: tag.description,
    slugs: JSON.stringify([tag.slug_name]),
    created_at: tx.now(),
    ...more,
  })

const marksOf = ({ write }: SiteSettings, slug: string) => {
  const has = (list: { slug_name: string }[]) => (list.some((tag) => tag.slug_name === slug) ? 1 : 0)
  return { recommend: has(write.recommend_tags), reserved: has(write.reserved_tags) } as const
}

export const createTag = async (
  app: App,
  actor: Member,
  { slug_name, display_name, original_text }: TagDraft,
  from: From,
) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'tag.add') === true ? true : NOT_MET)
  const [described] = await describeTags([{ slug_name, display_name, original_text }], 'original_text')
  if (!described) throw new Invalid([{ field: 'slug_name', reason: 'field.slug_empty' }])
  await ensureShownAtOnce(app, actor, await tagForReview(described), from, 'original_text')
  const { made } = await app.transaction((tx) =>
    addTag(tx, actor.id, described, marksOf(settings, described.slug_name)),
  )
  if (!made) throw new BadRequest('error.tag.already_exist')
  return { slug_name: described.slug_name }
}

/** A tag, or the words for one that is to be made. */
export type Chosen = Tag | Described
export const isThere = (tag: Chosen): tag is Tag => 'id' in tag

/**
 * The tags that a question gets: another word for a tag becomes that tag, unknown ones are to be made if one may.
 * What is wrong with the choice comes back; who may not make tags is refused at once, with the reputation it takes.
 * The tags it had and gets are locked: none of them becomes another word, or is deleted, before the transaction ends.
 */
export const pickTags = async (
  tx: Tx,
  actor: Member,
  settings: SiteSettings,
  wanted: Described[],
  formerIds: number[],
): Promise<{ chosen: Chosen[]; faults: FieldError[] }> => {
  const known = await listTagsBySlug(
    tx.db,
    wanted.map((tag) => tag.slug_name),
  )
  const there = new Map(known.filter((tag) => tag.status === TAG_STATUS.available).map((tag) => [tag.slug_name, tag]))
  const main = new Map((await listMainTags(tx.db, [...there.values()])).map((tag) => [tag.id, tag]))
  if (wanted.some((tag) => !there.has(tag.slug_name))) allow(mayDo(settings, actor, 'tag.add'), 'tags')
  const chosen = new Map<string, Chosen>()
  for (const tag of wanted) {
    const found = there.get(tag.slug_name)
    const meant = (found && main.get(found.main_tag_id)) ?? found ?? tag
    chosen.set(meant.slug_name, meant)
  }
  const kept = [...chosen.values()].filter(isThere).map((tag) => tag.id)
  const locked = await lockBorneTags(tx.db, [...new Set([...kept, ...formerIds])])
  const borne = locked.filter((tag) => tag.status === TAG_STATUS.available)
  if (kept.some((id) => !borne.some((tag) => tag.id === id))) throw new RetryableConflict()
  const marked = [...chosen.values()].map((tag) =>
    isThere(tag) ? tag : { ...marksOf(settings, tag.slug_name), slug_name: tag.slug_name },
  )
  const faults: FieldError[] =
    chosen.size === 0
      ? [{ field: 'tags', reason: 'field.required' }]
      : tagFaults(
          actor,
          marked,
          borne.filter((tag) => formerIds.includes(tag.id)),
          settings.write.required_tag && (await hasRecommended(tx.db)),
        )
  return { chosen: [...chosen.values()], faults }
}

/** Makes those of the tags that there are none of yet. */
export const makeTags = async (tx: Tx, user_id: number, settings: SiteSettings, chosen: Chosen[]) => {
  const ids: number[] = []
  for (const tag of chosen)
    ids.push(isThere(tag) ? tag.id : (await addTag(tx, user_id, tag, marksOf(settings, tag.slug_name))).id)
  return ids
}

/** The tags that a text was written with, as they are now: a merged one has become another, a deleted one is gone. */
export const tagsWritten = async (tx: Tx, slugs: string[], former: number[]) => {
  const ids = await listMeantIds(tx.db, slugs)
  const borne = await lockBorneTags(tx.db, [...new Set([...ids, ...former])])
  if (ids.some((id) => !borne.some((tag) => tag.id === id && tag.status === TAG_STATUS.available)))
    throw new RetryableConflict()
  return ids.length ? ids : former
}

/** The same, and those there were none of are made. Somebody may have made one meanwhile: then it is that one. */
export const makeTagsWritten = async (
  tx: Tx,
  { user_id, slugs, new_tags }: Pick<Revision, 'user_id' | 'slugs' | 'new_tags'>,
  former: number[],
) => {
  await makeTags(tx, user_id, await settingsIn(tx.db), JSON.parse(new_tags) as Described[])
  return tagsWritten(tx, JSON.parse(slugs) as string[], former)
}

/** An approved question also gets the new tags that waited with it (decision 0029). @returns all its tags. */
export const bearWaitingTags = async (tx: Tx, { id, revision_id }: { id: number; revision_id: number }) => {
  const [borne, text] = [await tagIdsOf(tx.db, id), await findRevision(tx.db, revision_id)]
  if (!text || text.new_tags === '[]') return borne
  const tag_ids = await makeTagsWritten(tx, text, borne)
  await setTagsOf(tx.db, id, tag_ids)
  return tag_ids
}

/** The settings name the tags that are recommended and reserved; by another word for it a tag is named too. */
export const markNamedTags = async (tx: Tx) => {
  const { recommend_tags = [], reserved_tags = [] } = ((await findSetting(tx.db, 'write')) ?? {}) as Partial<
    SiteSettings['write']
  >
  const named = new Map(
    (
      await listTagsBySlug(
        tx.db,
        [...recommend_tags, ...reserved_tags].map((tag) => tag.slug_name),
      )
    ).map((tag) => [tag.slug_name, tag.main_tag_id || tag.id]),
  )
  const idsOf = (list: { slug_name: string }[]) => list.flatMap((tag) => named.get(tag.slug_name) ?? [])
  await markTags(tx.db, 'recommend', idsOf(recommend_tags))
  await markTags(tx.db, 'reserved', idsOf(reserved_tags))
}

type NamedTag = SiteSettings['write']['reserved_tags'][number]

/** The settings store tags with their names, but an admin who saves them may only know the slugs. */
export const callTagsByName = async (tx: Tx, actor_id: number) => {
  const { recommend_tags = [], reserved_tags = [] } = ((await findSetting(tx.db, 'write')) ?? {}) as Partial<
    SiteSettings['write']
  >
  const all = [...recommend_tags, ...reserved_tags]
  const known = await listTagsBySlug(
    tx.db,
    all.map((tag) => tag.slug_name),
  )
  const names = new Map(known.map((tag) => [tag.slug_name, tag.display_name]))
  const called = (tag: NamedTag) => ({ ...tag, display_name: names.get(tag.slug_name) ?? tag.display_name })
  if (all.every((tag) => tag.display_name === called(tag).display_name)) return
  await keepSection(tx, actor_id, 'write', {
    recommend_tags: recommend_tags.map(called),
    reserved_tags: reserved_tags.map(called),
  })
}

/** Where the settings named a tag by these words they name the one that is meant now, or none. What would be both is reserved. */
export const nameInSettings = async (tx: Tx, actor_id: number, slugs: string[], meant?: NamedTag) => {
  const { recommend_tags = [], reserved_tags = [] } = ((await findSetting(tx.db, 'write')) ?? {}) as Partial<
    SiteSettings['write']
  >
  if (![...recommend_tags, ...reserved_tags].some((tag) => slugs.includes(tag.slug_name))) return
  const renamed = (list: NamedTag[]) => {
    const now = list.flatMap((tag) =>
      !slugs.includes(tag.slug_name)
        ? [tag]
        : meant
          ? [{ slug_name: meant.slug_name, display_name: meant.display_name }]
          : [],
    )
    return now.filter((tag, at) => now.findIndex((one) => one.slug_name === tag.slug_name) === at)
  }
  const reserved = renamed(reserved_tags)
  const recommended = renamed(recommend_tags).filter((tag) => !reserved.some((one) => one.slug_name === tag.slug_name))
  await keepSection(tx, actor_id, 'write', { recommend_tags: recommended, reserved_tags: reserved })
}

/** A tag that the settings name is there to be picked: unknown ones are made, deleted ones come back. */
export const provideTags = async (
  tx: Tx,
  user_id: number,
  named: { slug_name: string; display_name?: string | undefined }[],
) => {
  const described = oncePerSlug(named).map(namedTag)
  const known = new Map(
    (
      await listTagsBySlug(
        tx.db,
        described.map((tag) => tag.slug_name),
      )
    ).map((tag) => [tag.slug_name, tag]),
  )
  for (const tag of described) {
    const there = known.get(tag.slug_name)
    if (!there) await addTag(tx, user_id, tag)
    else if (there.status === TAG_STATUS.deleted) await bringBack(tx, user_id, there.id)
  }
}

export const bringBack = async (tx: Tx, actor_id: number, id: number) => {
  await updateTag(tx.db, id, { status: TAG_STATUS.available })
  await tx.emit('tag.undeleted', { actor_id, object_type: 'tag', object_id: id, question_id: 0 })
}

const gone = () => new NotFound('error.tag.not_found')
const lockTag = async (tx: Tx, id: number) => (await lockTags(tx.db, [id]))[0]

/** Tags that are there, locked, each in its place. */
export const lockAvailable = async (tx: Tx, ids: number[]) => {
  const locked = await lockTags(tx.db, [...new Set(ids)])
  return ids.map((id) => {
    const tag = locked.find((one) => one.id === id)
    if (tag?.status !== TAG_STATUS.available) throw gone()
    return tag
  })
}

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

/** Edits at once, or stores the edit as a suggestion if the member needs a review; only one waits for each tag. */
export const editTag = async (
  app: App,
  actor: Member,
  { tag_id, slug_name, display_name, original_text, edit_summary = '', revision_id }: TagEdit,
  from: From,
) => {
  const settings = await siteSettings(app)
  const mayAtOnce = canEditTag(settings, actor) === true
  if (!mayAtOnce) allow(canSuggestTagEdit(settings, actor))
  const [former] = await listTags(app.db, [numberOf('tag', tag_id)])
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
  const held = await heldBy(app, judged)
  const atOnce = mayAtOnce && !held
  const slug = slug_name === undefined ? undefined : slugOf(slug_name)
  if (slug === '') throw new Invalid([{ field: 'slug_name', reason: 'field.slug_empty' }])
  return app
    .transaction(async (tx) => {
      const [tag] = (await lockAvailable(tx, [numberOf('tag', tag_id)])) as [Tag]
      const next = {
        slug_name: slug ?? tag.slug_name,
        display_name: display_name?.trim() ?? tag.display_name,
        original_text: text?.original_text ?? tag.original_text,
        parsed_text: text?.parsed_text ?? tag.parsed_text,
        description: text?.description ?? tag.description,
      }
      if (next.slug_name !== tag.slug_name) allow(canRenameTag(actor), 'slug_name')
      if (
        next.slug_name === tag.slug_name &&
        next.display_name === tag.display_name &&
        next.original_text === tag.original_text
      )
        return { slug_name: tag.slug_name, wait_for_review: false }
      ensureFresh(tag, next, revision_id)
      const revised = { object_type: 'tag', object_id: tag.id } as const
      if (atOnce) {
        await applyTagText(
          tx,
          actor.id,
          tag,
          next,
          await keepRevision(
            tx,
            { ...next, id: tag.id },
            { user_id: actor.id, status: REVISION_STATUS.applied, log: edit_summary },
          ),
        )
      } else {
        const base_revision_id = Number(revision_id) || tag.revision_id
        await suggest(tx, {
          ...revised,
          question_id: 0,
          user_id: actor.id,
          title: next.display_name,
          original_text: next.original_text,
          parsed_text: next.parsed_text,
          description: next.description,
          slugs: [tag.slug_name],
          log: edit_summary,
          ...held,
          base_revision_id,
        })
      }
      return { slug_name: next.slug_name, wait_for_review: !atOnce }
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new Invalid([{ field: 'slug_name', reason: 'field.taken' }]) : error // taken since it was looked for
    })
}

/** Removed from lists and completion; only if no question has it and it has no synonyms. */
export const deleteTag = async (app: App, actor: Member, tag_id: string) => {
  await app.transaction(async (tx) => {
    const tag = await lockTag(tx, numberOf('tag', tag_id))
    if (!tag) throw gone()
    if (tag.status === TAG_STATUS.deleted) return
    if (await isBorne(tx.db, tag.id)) throw new BadRequest('error.tag.is_used_cannot_delete')
    if ((await listSynonyms(tx.db, [tag.id])).length) throw new BadRequest('error.tag.has_synonyms')
    await updateTag(tx.db, tag.id, { status: TAG_STATUS.deleted, main_tag_id: 0 })
    await nameInSettings(tx, actor.id, [tag.slug_name])
    await tx.emit('tag.deleted', { actor_id: actor.id, object_type: 'tag', object_id: tag.id, question_id: 0 })
  })
  return null
}

export const recoverTag = async (app: App, actor: Member, tag_id: string) => {
  await app.transaction(async (tx) => {
    const tag = await lockTag(tx, numberOf('tag', tag_id))
    if (!tag) throw gone()
    if (tag.status === TAG_STATUS.deleted) await bringBack(tx, actor.id, tag.id)
  })
  return null
}
