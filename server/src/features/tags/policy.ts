import { renderMarkdown } from '../../lib/markdown.ts'
import { isStaff, type Member } from '../../lib/member.ts'
import { description } from '../../lib/plain-text.ts'
import type { FieldRefusal } from '../../lib/refusals.ts'

/** As tags are told apart: small letters, `-` for spaces (rulings 23). */
export const slugOf = (name: string) => name.normalize('NFC').trim().toLowerCase().replace(/\s+/g, '-')

/** The first paragraph of a tag's description, as HTML. */
export const excerptOf = (html: string) => html && (/^<p>.*?<\/p>/s.exec(html)?.[0] ?? `<p>${escaped(description(html))}</p>`)

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export interface Described { slug_name: string; display_name: string; original_text: string; parsed_text: string; description: string }

/** The words for tags that may have to be made: before the transaction, since rendering takes time. */
export const describeTags = (wanted: { slug_name: string; display_name?: string | undefined; original_text?: string | undefined }[]): Described[] => {
  const bySlug = new Map<string, Described>()
  for (const { slug_name, display_name, original_text = '' } of wanted) {
    const slug = slugOf(slug_name)
    const { html } = renderMarkdown(original_text)
    if (slug && !bySlug.has(slug)) bySlug.set(slug, { slug_name: slug, display_name: display_name?.trim() || slug_name.trim(), original_text, parsed_text: html, description: description(html) })
  }
  return [...bySlug.values()]
}

interface Chosen { slug_name: string; recommend: number; reserved: number }

/**
 * What is wrong with the tags put to a question. Reserved ones are neither put nor taken away but by staff;
 * where the site wants a recommended tag, there must be one (domain-facts §10). `tags` are those it gets, `former` those it had.
 */
export const tagFaults = (actor: Member, tags: Chosen[], former: Chosen[], recommendedNeeded: boolean): FieldRefusal[] => {
  const changed = [...tags.filter((tag) => !former.some((one) => one.slug_name === tag.slug_name)), ...former.filter((tag) => !tags.some((one) => one.slug_name === tag.slug_name))]
  const reserved = changed.find((tag) => tag.reserved)
  if (reserved && !isStaff(actor)) return [{ field: 'tags', reason: 'field.tag_reserved', values: { tag: reserved.slug_name } }]
  return recommendedNeeded && !tags.some((tag) => tag.recommend) ? [{ field: 'tags', reason: 'field.tag_recommended_needed' }] : []
}
