import type { Tx } from '../../../events/events.ts'
import { insertRevision, REVISION_STATUS } from '../revisions/queries.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'
import { renderText } from '../../../workers/texts.ts'
import { type Described, leadOf, namedTag, oncePerSlug, type TagInput } from './policy.ts'
import { findTagBySlug, insertTag, type Tag, TAG_STATUS, updateTag } from './queries.ts'

/** The words for tags that may have to be made: before the transaction, since rendering takes time. */
export const describeTags = async (wanted: TagInput[], field: string): Promise<Described[]> => {
  const described: Described[] = []
  for (const tag of oncePerSlug(wanted))
    described.push({ ...namedTag(tag), ...(tag.original_text && (await asDescription(tag.original_text, field))) })
  return described
}

/** The description of a tag as it is kept. */
export const asDescription = async (original_text: string, field: string) => {
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
  const revision_id = await addRevision(tx, { id, ...described }, { user_id, status: REVISION_STATUS.first })
  await updateTag(tx.db, id, { ...(there && tag), revision_id })
  await tx.emit('tag.created', { actor_id: user_id, object_type: 'tag', object_id: id, question_id: 0 })
  return { id, made: true }
}

export const addRevision = (
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

export const marksOf = ({ write }: SiteSettings, slug: string) => {
  const has = (list: { slug_name: string }[]) => (list.some((tag) => tag.slug_name === slug) ? 1 : 0)
  return { recommend: has(write.recommend_tags), reserved: has(write.reserved_tags) } as const
}

export const bringBack = async (tx: Tx, actor_id: number, id: number) => {
  await updateTag(tx.db, id, { status: TAG_STATUS.available })
  await tx.emit('tag.undeleted', { actor_id, object_type: 'tag', object_id: id, question_id: 0 })
}
