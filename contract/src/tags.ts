import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { MemberAction, ObjectId, oneOf, page, paged, text, Time } from './shapes.ts'

/** A tag to pick. */
export const TagOption = Type.Object({ tag_id: ObjectId, slug_name: Type.String(), display_name: Type.String(), recommend: Type.Boolean(), reserved: Type.Boolean() })
export type TagOption = Static<typeof TagOption>

export const questionTags = endpoint({
  method: 'GET', path: '/question/tags', summary: 'Tags that begin so, to put to a question; recommended ones where nothing is typed', access: 'anyone', visibility: 'site', rate: 'type-ahead',
  query: Type.Object({ tag: Type.String({ maxLength: 100, default: '' }) }),
  reply: Type.Array(TagOption),
})

/** Slugs, with commas between. */
export const tagsBySlug = endpoint({
  method: 'GET', path: '/tags', summary: 'Tags by their slugs', access: 'anyone', visibility: 'site', rate: 'read',
  query: Type.Object({ tags: Type.String({ maxLength: 2000, default: '' }) }),
  reply: Type.Array(TagOption),
})

/** `excerpt` and `parsed_text` are HTML, `description` is plain. */
const described = {
  tag_id: ObjectId,
  created_at: Time,
  updated_at: Time,
  slug_name: Type.String(),
  display_name: Type.String(),
  excerpt: Type.String(),
  original_text: Type.String(),
  parsed_text: Type.String(),
  description: Type.String(),
  follow_count: Type.Integer(),
  question_count: Type.Integer(),
  is_follower: Type.Boolean(),
  recommend: Type.Boolean(),
  reserved: Type.Boolean(),
}

export const TagCard = Type.Object(described)
export type TagCard = Static<typeof TagCard>
export const TAG_ORDERS = ['popular', 'name', 'newest'] as const
export type TagOrder = (typeof TAG_ORDERS)[number]
export const tagsPage = endpoint({
  method: 'GET', path: '/tags/page', summary: 'Tags, by order and by a part of their name', access: 'anyone', visibility: 'site', rate: 'read',
  query: Type.Object({ ...page, slug_name: Type.String({ maxLength: 100, default: '' }), query_cond: oneOf(TAG_ORDERS, { default: 'popular' }) }),
  reply: paged(TagCard),
})

export const TagInfo = Type.Object({ ...described, status: oneOf(['available', 'deleted']), member_actions: Type.Array(MemberAction), main_tag_slug_name: Type.String() })
export type TagInfo = Static<typeof TagInfo>
/** By `name`, a slug, or by `id`. A synonym answers with the tag it stands for named. */
export const tag = endpoint({
  method: 'GET', path: '/tag', summary: 'A tag', access: 'anyone', visibility: 'site', rate: 'read',
  query: Type.Object({ name: Type.String({ maxLength: 100, default: '' }), id: Type.String({ maxLength: 30, default: '' }) }),
  reply: TagInfo,
})

export const NewTag = Type.Object({
  slug_name: text(limits.TAG_NAME, 'tag-slug'),
  display_name: text(limits.TAG_NAME, 'not-blank'),
  original_text: text({ min: 1, max: limits.TAG_DESCRIPTION_MAX }, 'not-blank'),
})
export type NewTag = Static<typeof NewTag>
export const createTag = endpoint({ method: 'POST', path: '/tag', summary: 'Make a tag', access: 'activated', visibility: 'site', rate: 'write', body: NewTag, reply: Type.Object({ slug_name: Type.String() }) })
