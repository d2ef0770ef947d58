import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { TagDraft } from './questions.ts'
import {
  AnObjectId,
  Done,
  edit,
  MemberAction,
  ObjectId,
  oneOf,
  page,
  paged,
  saying,
  TagChip,
  text,
  Time,
} from './shapes.ts'

/** A tag to pick. */
export const TagOption = Type.Object({
  tag_id: ObjectId,
  slug_name: Type.String(),
  display_name: Type.String(),
  recommend: Type.Boolean(),
  reserved: Type.Boolean(),
})
export type TagOption = Static<typeof TagOption>
/** `question_count` and `description`, which is plain and cut short, are ours. */
export const TagSuggestion = Type.Object({
  ...TagOption.properties,
  question_count: Type.Integer(),
  description: Type.String(),
})
export type TagSuggestion = Static<typeof TagSuggestion>

export const questionTags = endpoint({
  method: 'GET',
  path: '/question/tags',
  summary: 'Tags that begin so, to put to a question; recommended ones where nothing is typed',
  access: 'anyone',
  visibility: 'site',
  rate: 'type-ahead',
  query: Type.Object({ tag: Type.String({ maxLength: 100, default: '' }) }),
  reply: Type.Array(TagSuggestion),
})

/** Slugs, with commas between. */
export const tagsBySlug = endpoint({
  method: 'GET',
  path: '/tags',
  summary: 'Tags by their slugs',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
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
  method: 'GET',
  path: '/tags/page',
  summary: 'Tags, by order and by a part of their name',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  /** `status` is ours: deleted tags are listed for staff only, by name. */
  query: Type.Object({
    ...page,
    slug_name: Type.String({ maxLength: 100, default: '' }),
    query_cond: oneOf(TAG_ORDERS, { default: 'popular' }),
    status: oneOf(['available', 'deleted'], { default: 'available' }),
  }),
  reply: paged(TagCard),
})

export const TagInfo = Type.Object({
  ...described,
  status: oneOf(['available', 'deleted']),
  member_actions: Type.Array(MemberAction),
  main_tag_slug_name: Type.String(),
  /** What an edit began from; send it back with the edit. */
  revision_id: Type.String(),
})
export type TagInfo = Static<typeof TagInfo>
/** By `name`, a slug, or by `id`. A synonym answers with the tag it stands for named. */
export const tag = endpoint({
  method: 'GET',
  path: '/tag',
  summary: 'A tag',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({
    name: Type.String({ maxLength: 100, default: '' }),
    id: Type.String({ maxLength: 30, default: '' }),
  }),
  reply: TagInfo,
})

const displayName = saying(
  { 'field.required': 'field.display_name_empty', 'field.blank': 'field.display_name_empty' },
  text(limits.TAG_NAME, 'not-blank'),
)
const slugName = saying({ 'field.required': 'field.slug_empty' }, text(limits.TAG_NAME, 'tag-slug'))

export const NewTag = Type.Object({
  slug_name: slugName,
  display_name: displayName,
  original_text: text({ min: 1, max: limits.TAG_DESCRIPTION_MAX }, 'not-blank'),
})
export type NewTag = Static<typeof NewTag>
export const createTag = endpoint({
  method: 'POST',
  path: '/tag',
  summary: 'Make a tag',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: NewTag,
  reply: Type.Object({ slug_name: Type.String() }),
})

/**
 * Fields that aren't sent stay as they are. Another slug needs a role; the old one becomes a synonym that leads to the new one.
 * Without the right to edit at once, the edit waits as a suggestion.
 */
export const TagEdit = Type.Object({
  tag_id: AnObjectId,
  slug_name: Type.Optional(slugName),
  display_name: Type.Optional(displayName),
  original_text: Type.Optional(text({ max: limits.TAG_DESCRIPTION_MAX })),
  ...edit,
})
export type TagEdit = Static<typeof TagEdit>
export const editTag = endpoint({
  method: 'PUT',
  path: '/tag',
  summary: 'Edit a tag, or suggest an edit',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: TagEdit,
  reply: Type.Object({ slug_name: Type.String(), wait_for_review: Type.Boolean() }),
})

const aTag = Type.Object({ tag_id: AnObjectId })
/** Only a tag that no question has and that has no synonyms. */
export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/tag',
  summary: 'Delete a tag',
  access: 'moderator',
  visibility: 'staff',
  rate: 'write',
  body: aTag,
  reply: Done,
})
export const recoverTag = endpoint({
  method: 'POST',
  path: '/tag/recover',
  summary: 'Bring a deleted tag back',
  access: 'moderator',
  visibility: 'staff',
  rate: 'write',
  body: aTag,
  reply: Done,
})

/** The source becomes another word for the target, and so do its own; its questions and followers go over. */
export const mergeTags = endpoint({
  method: 'POST',
  path: '/tag/merge',
  summary: 'Merge a tag into another',
  access: 'moderator',
  visibility: 'staff',
  rate: 'write',
  body: Type.Object({ source_tag_id: AnObjectId, target_tag_id: AnObjectId }),
  reply: Done,
})

export const Synonym = Type.Object({
  tag_id: ObjectId,
  slug_name: Type.String(),
  display_name: Type.String(),
  main_tag_slug_name: Type.String(),
})
export type Synonym = Static<typeof Synonym>
export const tagSynonyms = endpoint({
  method: 'GET',
  path: '/tag/synonyms',
  summary: 'Other words for a tag',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: aTag,
  reply: Type.Object({ synonyms: Type.Array(Synonym), member_actions: Type.Array(MemberAction) }),
})

/** All of them, from now on: a word that is missing becomes a tag of its own again, an unknown one is made. */
export const saveSynonyms = endpoint({
  method: 'PUT',
  path: '/tag/synonym',
  summary: 'Say which other words stand for a tag',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ tag_id: AnObjectId, synonym_tag_list: Type.Array(TagDraft, { maxItems: limits.SYNONYMS_MAX }) }),
  reply: Done,
})

export const followedTags = endpoint({
  method: 'GET',
  path: '/tags/following',
  summary: 'Tags that one follows',
  access: 'logged-in',
  visibility: 'site',
  personal: true,
  rate: 'read',
  reply: Type.Array(Type.Object({ tag_id: ObjectId, ...TagChip.properties })),
})
/** Exactly these from now on; slugs that there are no tags for are left out. */
export const followTags = endpoint({
  method: 'PUT',
  path: '/follow/tags',
  summary: 'Say which tags one follows',
  access: 'activated',
  visibility: 'own',
  rate: 'write',
  body: Type.Object({ slug_name_list: Type.Array(text({ max: 100 }), { maxItems: limits.FOLLOWED_TAGS_MAX }) }),
  reply: Done,
})
