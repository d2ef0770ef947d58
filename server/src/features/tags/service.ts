import type { NewTag as TagDraft } from '@askwell/contract/tags.ts'
import type { App, Tx } from '../../events/events.ts'
import { renderMarkdown } from '../../lib/markdown.ts'
import type { Member } from '../../lib/member.ts'
import { description } from '../../lib/plain-text.ts'
import { allow, Bad, type FieldRefusal, Invalid } from '../../lib/refusals.ts'
import { insertRevision, REVISION_STATUS } from '../revisions/queries.ts'
import { mayDo, NOT_MET } from '../site/policy.ts'
import { siteSettings, type SiteSettings } from '../site/views.ts'
import { type Described, slugOf, tagFaults } from './policy.ts'
import { findTagBySlug, insertTag, listMainTags, listTags, listTagsBySlug, type Tag, TAG_STATUS, updateTag } from './queries.ts'

/** Makes a tag, or brings a deleted one of that name back with the new words. If there is one already, that is what it gives back. */
export const addTag = async (tx: Tx, user_id: number, described: Described, marks: { recommend: 0 | 1; reserved: 0 | 1 } = { recommend: 0, reserved: 0 }) => {
  const tag = { ...described, ...marks, user_id, created_at: tx.now(), updated_at: tx.now(), status: TAG_STATUS.available, main_tag_id: 0 }
  const made = await insertTag(tx.db, tag)
  const there = made ? undefined : (await findTagBySlug(tx.db, described.slug_name))!
  if (there?.status === TAG_STATUS.available) return { id: there.id, made: false }
  const id = made ?? there!.id
  const revision_id = await insertRevision(tx.db, {
    object_type: 'tag', object_id: id, user_id, title: described.display_name, original_text: described.original_text, parsed_text: described.parsed_text,
    slugs: JSON.stringify([described.slug_name]), status: REVISION_STATUS.first, created_at: tx.now(),
  })
  await updateTag(tx.db, id, { ...(there && tag), revision_id })
  await tx.emit('tag.created', { actor_id: user_id, object_type: 'tag', object_id: id, question_id: 0 })
  return { id, made: true }
}

const marksOf = ({ write }: SiteSettings, slug: string) => {
  const has = (list: { slug_name: string }[]) => (list.some((tag) => tag.slug_name === slug) ? 1 : 0)
  return { recommend: has(write.recommend_tags), reserved: has(write.reserved_tags) } as const
}

export const createTag = async (app: App, actor: Member, { slug_name, display_name, original_text }: TagDraft) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'tag.add') === true ? true : NOT_MET)
  const slug = slugOf(slug_name)
  if (slug === '') throw new Invalid([{ field: 'slug_name', reason: 'field.blank' }])
  const { html } = renderMarkdown(original_text)
  const described = { slug_name: slug, display_name: display_name.trim(), original_text, parsed_text: html, description: description(html) }
  const { made } = await app.transaction((tx) => addTag(tx, actor.id, described, marksOf(settings, slug)))
  if (!made) throw new Bad('error.tag.already_exist')
  return { slug_name: slug }
}

/**
 * The tags that a question gets: another word for a tag becomes that tag, unknown ones are made if one may (rulings 22).
 * What is wrong with the choice comes back; who may not make tags is refused at once, with the reputation it takes.
 */
export const pickTags = async (tx: Tx, actor: Member, settings: SiteSettings, wanted: Described[], formerIds: number[]): Promise<{ ids: number[]; faults: FieldRefusal[] }> => {
  const known = await listTagsBySlug(tx.db, wanted.map((tag) => tag.slug_name))
  const there = new Map(known.filter((tag) => tag.status === TAG_STATUS.available).map((tag) => [tag.slug_name, tag]))
  const main = new Map((await listMainTags(tx.db, [...there.values()])).map((tag) => [tag.id, tag]))
  if (wanted.some((tag) => !there.has(tag.slug_name))) allow(mayDo(settings, actor, 'tag.add'), 'tags')
  const chosen = new Map<string, Tag | Described>()
  for (const tag of wanted) {
    const found = there.get(tag.slug_name)
    const meant = (found && main.get(found.main_tag_id)) ?? found ?? tag
    chosen.set(meant.slug_name, meant)
  }
  const marked = [...chosen.values()].map((tag) => ({ ...marksOf(settings, tag.slug_name), slug_name: tag.slug_name }))
  const former = (await listTags(tx.db, formerIds)).map((tag) => ({ ...marksOf(settings, tag.slug_name), slug_name: tag.slug_name }))
  const faults: FieldRefusal[] = chosen.size === 0 ? [{ field: 'tags', reason: 'field.required' }]
    : tagFaults(actor, marked, former, settings.write.required_tag && settings.write.recommend_tags.length > 0)
  const ids: number[] = []
  if (faults.length === 0) for (const tag of chosen.values()) ids.push('id' in tag ? tag.id : (await addTag(tx, actor.id, tag, marksOf(settings, tag.slug_name))).id)
  return { ids, faults }
}
