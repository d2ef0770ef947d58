import { isStaff } from '@askwell/contract/roles.ts'
import type { MemberAction } from '@askwell/contract/shapes.ts'
import { slugOf } from '@askwell/contract/tag-slug.ts'
import type { Actor, Viewer } from '../../../lib/actor.ts'
import { description } from '../../../lib/plain-text.ts'
import type { FieldError, Verdict } from '../../../lib/errors.ts'
import { mayDo, NOT_MET } from '../../operations/settings/policy.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'
import { escapeHtml } from '../../../lib/html-entities.ts'

const firstParagraph = (html: string) => /^<p>.*?<\/p>/s.exec(html)?.[0]

/** The beginning of the text that holds a few sentences, even if they are all formulas. */
const BEGINNING = 20_000

/** What lists say of a tag: the first paragraph of its description, as plain text. */
export const leadOf = (html: string) => description((firstParagraph(html) ?? html).slice(0, BEGINNING))

/** More than that is no excerpt. */
const EXCERPT_MAX = 5000

/** The first paragraph of a tag's description, as HTML. */
export const excerptOf = (html: string, lead = leadOf(html)) => {
  const paragraph = firstParagraph(html)
  return paragraph !== undefined && paragraph.length <= EXCERPT_MAX ? paragraph : lead && `<p>${escapeHtml(lead)}</p>`
}

export interface Described {
  slug_name: string
  display_name: string
  original_text: string
  parsed_text: string
  description: string
}

export interface TagInput {
  slug_name: string
  display_name?: string | undefined
  original_text?: string | undefined
}

/** A tag of which nothing is said yet. */
export const namedTag = ({ slug_name, display_name }: TagInput): Described => ({
  slug_name: slugOf(slug_name),
  display_name: display_name?.trim() || slug_name.trim(),
  original_text: '',
  parsed_text: '',
  description: '',
})

/** Each once, by its slug; what has none is left out. */
export const oncePerSlug = (tags: TagInput[]) => {
  const bySlug = new Map<string, TagInput>()
  for (const tag of tags) {
    const slug = slugOf(tag.slug_name)
    if (slug && !bySlug.has(slug)) bySlug.set(slug, tag)
  }
  return [...bySlug.values()]
}

interface Chosen {
  slug_name: string
  recommend: number
  reserved: number
}

/**
 * What is wrong with the tags put to a question. Reserved ones are neither put nor taken away but by staff;
 * where the site wants a recommended tag, there must be one. `tags` are those it gets, `former` those it had.
 */
export const tagFaults = (actor: Actor, tags: Chosen[], former: Chosen[], recommendedNeeded: boolean): FieldError[] => {
  const changed = [
    ...tags.filter((tag) => !former.some((one) => one.slug_name === tag.slug_name)),
    ...former.filter((tag) => !tags.some((one) => one.slug_name === tag.slug_name)),
  ]
  const reserved = changed.find((tag) => tag.reserved)
  if (reserved && !isStaff(actor))
    return [{ field: 'tags', reason: 'field.tag_reserved', values: { tag: reserved.slug_name } }]
  return recommendedNeeded && !tags.some((tag) => tag.recommend)
    ? [{ field: 'tags', reason: 'field.tag_recommended_needed' }]
    : []
}

const met = (verdict: Verdict): Verdict => (verdict === true ? true : NOT_MET)

/** Suggesting an edit takes less than making one. */
export const canSuggestTagEdit = (settings: SiteSettings, actor: Actor): Verdict =>
  met(mayDo(settings, actor, 'tag.edit'))
export const canEditTag = (settings: SiteSettings, actor: Actor): Verdict =>
  met(mayDo(settings, actor, 'tag.edit_without_review'))
export const canRenameTag = (actor: Actor): Verdict => (isStaff(actor) ? true : NOT_MET)

type Action = Omit<MemberAction, 'name'>

/** What the page may offer this viewer. */
export const tagActions = (settings: SiteSettings, viewer: Viewer, { deleted }: { deleted: boolean }): Action[] => {
  if (!viewer) return []
  if (deleted) return isStaff(viewer) ? [{ action: 'undelete', type: 'confirm' }] : []
  return [
    ...(canSuggestTagEdit(settings, viewer) === true || canEditTag(settings, viewer) === true
      ? [{ action: 'edit', type: 'edit' } as const]
      : []),
    ...(isStaff(viewer)
      ? ([
          { action: 'delete', type: 'reason' },
          { action: 'merge', type: 'edit' },
        ] as const)
      : []),
  ]
}
