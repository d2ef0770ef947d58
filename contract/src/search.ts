import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import {
  captcha,
  ObjectId,
  oneOf,
  page,
  pageSize,
  PostKind,
  PostStatus,
  TagChip,
  text,
  Time,
  UserChip,
} from './shapes.ts'

export const SearchHit = Type.Object({
  object_type: PostKind,
  object: Type.Object({
    id: ObjectId,
    question_id: ObjectId,
    title: Type.String(),
    url_title: Type.String(),
    excerpt: Type.String(),
    created_at: Time,
    vote_count: Type.Integer(),
    /** Of a question, whether it has an accepted answer; of an answer, whether it is the one. */
    accepted: Type.Boolean(),
    answer_count: Type.Integer(),
    user_info: UserChip,
    tags: Type.Array(TagChip),
    status: PostStatus,
  }),
})
export type SearchHit = Static<typeof SearchHit>

export const SEARCH_ORDERS = ['relevance', 'newest', 'active', 'score'] as const
export type SearchOrder = (typeof SEARCH_ORDERS)[number]

/** A word that may have been a slip, and the one it was also taken for. */
export const AlsoSearched = Type.Object({ typed: Type.String(), word: Type.String() })
export type AlsoSearched = Static<typeof AlsoSearched>

/** `q` as in search-syntax.ts; refused without any. `pasted`: a text longer than that, such as an error message, is looked for instead, without operators unless it has some that no message has. */
export const search = endpoint({
  method: 'GET',
  path: '/search',
  summary: 'Search questions and answers',
  access: 'anyone',
  visibility: 'site',
  rate: 'search',
  query: Type.Object({
    q: text({ min: 1, max: limits.SEARCH_QUERY_MAX }, 'not-blank'),
    pasted: Type.Optional(text({ min: 1, max: limits.SEARCH_PASTED_MAX }, 'not-blank')),
    order: oneOf(SEARCH_ORDERS, { default: 'relevance' }),
    page: page.page,
    size: pageSize(limits.SEARCH_PAGE),
    ...captcha,
  }),
  /**
   * `nearest`: nothing has all that was asked for; these have words like them, or some of them. `missing_tags`, `missing_user`: those
   * that it names and that aren't there, so that nothing is found.
   */
  reply: Type.Object({
    count: Type.Integer(),
    list: Type.Array(SearchHit),
    nearest: Type.Optional(Type.Boolean()),
    also: Type.Optional(Type.Array(AlsoSearched)),
    missing_tags: Type.Optional(Type.Array(Type.String())),
    missing_user: Type.Optional(Type.String()),
  }),
})

export const searchEngine = endpoint({
  method: 'GET',
  path: '/search/desc',
  summary: 'The outside engine that searches; empty without one',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  reply: Type.Object({ name: Type.String(), icon: Type.String(), link: Type.String() }),
})
