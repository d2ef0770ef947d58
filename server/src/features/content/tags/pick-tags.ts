import { RetryableConflict } from '../../../db/dialect.ts'
import type { Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { allow, type FieldError, Invalid, type Verdict } from '../../../lib/errors.ts'
import { lookAlikeFaults } from '../../../lib/look-alike-faults.ts'
import { findRevision, type Revision } from '../revisions/queries.ts'
import { mayDo } from '../../operations/settings/policy.ts'
import { settingsIn, type SiteSettings } from '../../operations/settings/views.ts'
import { type Described, tagFaults } from './policy.ts'
import { hasRecommended } from './lists/queries.ts'
import { listMainTags, listMeantIds, listTagsBySlug, lockBorneTags, type Tag, TAG_STATUS } from './queries.ts'
import { setTagsOf, tagIdsOf } from './of-questions/queries.ts'
import { addTag, marksOf } from './add-tag.ts'

/** A tag, or the words for one that is to be made. */
export type Chosen = Tag | Described
export const isThere = (tag: Chosen): tag is Tag => 'id' in tag

/** Says which of the tags there is none of: one may have meant another. */
const mayMake = (settings: SiteSettings, actor: Actor, tag: string): Verdict => {
  const verdict = mayDo(settings, actor, 'tag.add')
  if (verdict === true || !verdict.values) return verdict
  return { reason: 'error.tag.unknown_needs_rank', values: { ...verdict.values, tag } }
}

/**
 * The tags that a question gets: another word for a tag becomes that tag, unknown ones are to be made if one may.
 * What is wrong with the choice comes back; who may not make tags is refused at once, with the reputation it takes, and told what else is wrong (`others`).
 * The tags it had and gets are locked: none of them becomes another word, or is deleted, before the transaction ends.
 */
export const pickTags = async (
  tx: Tx,
  actor: Actor,
  settings: SiteSettings,
  wanted: Described[],
  formerIds: number[],
  others: FieldError[] = [],
): Promise<{ chosen: Chosen[]; faults: FieldError[] }> => {
  const known = await listTagsBySlug(
    tx.db,
    wanted.map((tag) => tag.slug_name),
  )
  const there = new Map(known.filter((tag) => tag.status === TAG_STATUS.available).map((tag) => [tag.slug_name, tag]))
  const main = new Map((await listMainTags(tx.db, [...there.values()])).map((tag) => [tag.id, tag]))
  const unknown = wanted.find((tag) => !there.has(tag.slug_name))
  const mayBe = unknown ? mayMake(settings, actor, unknown.slug_name) : true
  if (mayBe !== true && others.length) throw new Invalid([...others, { field: 'tags', ...mayBe }])
  allow(mayBe, 'tags')
  const chosen = new Map<string, Chosen>()
  for (const tag of wanted) {
    const found = there.get(tag.slug_name)
    const meant = (found && main.get(found.main_tag_id)) ?? found ?? tag
    chosen.set(meant.slug_name, meant)
  }
  const existing = [...chosen.values()].filter(isThere).map((tag) => tag.id)
  const locked = await lockBorneTags(tx.db, [...new Set([...existing, ...formerIds])])
  const borne = locked.filter((tag) => tag.status === TAG_STATUS.available)
  if (existing.some((id) => !borne.some((tag) => tag.id === id))) throw new RetryableConflict()
  const marked = [...chosen.values()].map((tag) =>
    isThere(tag) ? tag : { ...marksOf(settings, tag.slug_name), slug_name: tag.slug_name },
  )
  const faults: FieldError[] =
    chosen.size === 0
      ? [{ field: 'tags', reason: 'field.required' }]
      : [
          ...tagFaults(
            actor,
            marked,
            borne.filter((tag) => formerIds.includes(tag.id)),
            settings.write.required_tag && (await hasRecommended(tx.db)),
          ),
          ...lookAlikeFaults(
            [...chosen.values()].flatMap((tag) => (isThere(tag) ? [] : [tag.display_name, tag.slug_name])),
            'tags',
          ),
        ]
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
export const createPendingTags = async (tx: Tx, { id, revision_id }: { id: number; revision_id: number }) => {
  const [borne, text] = [await tagIdsOf(tx.db, id), await findRevision(tx.db, revision_id)]
  if (!text || text.new_tags === '[]') return borne
  const tag_ids = await makeTagsWritten(tx, text, borne)
  await setTagsOf(tx.db, id, tag_ids)
  return tag_ids
}
