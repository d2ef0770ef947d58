import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { InvitedNames } from './invitations.ts'
import * as limits from './limits.ts'
import {
  AnObjectId,
  captcha,
  Done,
  edit,
  MemberAction,
  NEAREST,
  ObjectId,
  oneOf,
  page,
  paged,
  PostStatus,
  QuestionCard,
  TagChip,
  text,
  Time,
  UserCard,
  UserChip,
  VoteStatus,
} from './shapes.ts'

/** The question that this one is a duplicate of, with the beginnings of its best answers. */
export const Duplicate = Type.Object({
  id: ObjectId,
  title: Type.String(),
  url_title: Type.String(),
  answer_count: Type.Integer(),
  answers: Type.Array(
    Type.Object({
      id: ObjectId,
      description: Type.String(),
      vote_count: Type.Integer(),
      accepted: oneOf([1, 2]),
      user_info: UserChip,
    }),
  ),
})
export type Duplicate = Static<typeof Duplicate>

/** The notice on a closed, deleted or pending question. A `msg` that begins with http is the duplicate's address. */
export const Operation = Type.Object({
  type: Type.String(),
  description: Type.String(),
  msg: Type.String(),
  time: Time,
  level: oneOf(['info', 'warning', 'danger', 'secondary']),
  /** Ours: the remark of the person who closed it. */
  remark: Type.Optional(Type.String()),
  /** Ours: left out if the caller may not see it. */
  duplicate: Type.Optional(Duplicate),
})
export type Operation = Static<typeof Operation>

export const QuestionInfo = Type.Object({
  id: ObjectId,
  title: Type.String(),
  url_title: Type.String(),
  content: Type.String(),
  html: Type.String(),
  description: Type.String(),
  tags: Type.Array(TagChip),
  view_count: Type.Integer(),
  unique_view_count: Type.Integer(),
  vote_count: Type.Integer(),
  answer_count: Type.Integer(),
  /** Of comments on the question itself. */
  comment_count: Type.Integer(),
  collection_count: Type.Integer(),
  follow_count: Type.Integer(),
  /** `0` while there is none. */
  accepted_answer_id: ObjectId,
  last_answer_id: ObjectId,
  create_time: Time,
  update_time: Time,
  /** Ours: when somebody last asked, answered or edited here. */
  active_time: Type.Optional(Time),
  edit_time: Time,
  pin: oneOf([1, 2]),
  show: oneOf([1, 2]),
  status: oneOf([1, 2, 10, 11]),
  operation: Type.Optional(Operation),
  user_info: UserCard,
  update_user_info: Type.Optional(UserCard),
  last_answered_user_info: Type.Optional(UserCard),
  /** Whether the caller has answered it, and their first answer. */
  answered: Type.Boolean(),
  first_answer_id: ObjectId,
  collected: Type.Boolean(),
  vote_status: VoteStatus,
  is_followed: Type.Boolean(),
  member_actions: Type.Array(MemberAction),
  extends_actions: Type.Array(MemberAction),
  /** The revision an edit begins from; send it back with the edit. */
  revision_id: Type.Optional(Type.String()),
  /** Ours: the licence of an imported text. */
  license: Type.Optional(Type.String()),
})
export type QuestionInfo = Static<typeof QuestionInfo>

/** A tag as typed: an unknown slug makes a new tag, if the caller may. */
export const TagDraft = Type.Object({
  slug_name: text(limits.TAG_NAME, 'tag-slug'),
  display_name: Type.Optional(text({ max: limits.TAG_NAME.max })),
  original_text: Type.Optional(text({ max: limits.TAG_DESCRIPTION_MAX })),
})
export type TagDraft = Static<typeof TagDraft>

const draft = {
  title: text(limits.TITLE, 'not-blank'),
  content: text(limits.CONTENT, 'not-blank'),
  tags: Type.Array(TagDraft, { minItems: limits.TAGS_PER_QUESTION.min, maxItems: limits.TAGS_PER_QUESTION.max }),
}

export const QuestionDraft = Type.Object({ ...draft, ...captcha })
export type QuestionDraft = Static<typeof QuestionDraft>
export const askQuestion = endpoint({
  method: 'POST',
  path: '/question',
  summary: 'Ask a question',
  repeatable: true,
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: QuestionDraft,
  reply: QuestionInfo,
})

/** `GET /question/info` says whether the caller may edit it; an edit by others than its author may have to wait for review. */
export const QuestionEdit = Type.Object({
  id: AnObjectId,
  ...draft,
  ...edit,
  invite_user: Type.Optional(InvitedNames),
  ...captcha,
})
export type QuestionEdit = Static<typeof QuestionEdit>
export const editQuestion = endpoint({
  method: 'PUT',
  path: '/question',
  summary: 'Edit a question',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: QuestionEdit,
  reply: Type.Object({ url_title: Type.String(), wait_for_review: Type.Boolean() }),
})

export const deleteQuestion = endpoint({
  method: 'DELETE',
  path: '/question',
  summary: 'Delete a question',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ id: AnObjectId, ...captcha }),
  reply: Done,
})

export const questionInfo = endpoint({
  method: 'GET',
  path: '/question/info',
  summary: 'A question, and what one may do with it',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ id: AnObjectId }),
  reply: QuestionInfo,
})

/** `frequent` counts the posts that link to a question. */
export const QUESTION_ORDERS = ['newest', 'active', 'hot', 'score', 'unanswered', 'recommend', 'frequent'] as const
export type QuestionOrder = (typeof QUESTION_ORDERS)[number]
const listing = {
  ...page,
  order: oneOf(QUESTION_ORDERS, { default: 'newest' }),
  in_days: Type.Integer({ minimum: 0, maximum: 36500, default: 0, [NEAREST]: true }),
}
const filter = {
  tag: Type.String({ maxLength: 100, default: '' }),
  username: Type.String({ maxLength: 100, default: '' }),
  /** Ours: the list goes on after this question, at any depth. */
  older_than: Type.Optional(AnObjectId),
}

/** `in_days` 0 is all time; pinned questions come first. */
export const questionPage = endpoint({
  method: 'GET',
  path: '/question/page',
  summary: 'Questions, by order, tag, asker and age',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ ...listing, ...filter }),
  reply: paged(QuestionCard),
})

export const recommendedQuestions = endpoint({
  method: 'GET',
  path: '/question/recommend/page',
  summary: 'Questions one might like to answer',
  access: 'logged-in',
  visibility: 'site',
  personal: true,
  rate: 'read',
  query: Type.Object({ ...listing, ...filter }),
  reply: paged(QuestionCard),
})

export const SimilarQuestion = Type.Object({
  id: ObjectId,
  title: Type.String(),
  url_title: Type.String(),
  view_count: Type.Integer(),
  answer_count: Type.Integer(),
  collection_count: Type.Integer(),
  follow_count: Type.Integer(),
  status: PostStatus,
  accepted_answer: Type.Boolean(),
})
export type SimilarQuestion = Static<typeof SimilarQuestion>
export const similarQuestions = endpoint({
  method: 'GET',
  path: '/question/similar',
  summary: 'Questions with a title like this',
  access: 'anyone',
  visibility: 'site',
  rate: 'type-ahead',
  query: Type.Object({ title: Type.String({ maxLength: limits.TITLE.max, default: '' }) }),
  reply: Type.Array(SimilarQuestion),
})

export const QuestionName = Type.Object({ id: ObjectId, title: Type.String(), url_title: Type.String() })
export type QuestionName = Static<typeof QuestionName>

/** While somebody writes `#` and a few words, an id or a number. */
export const completeQuestions = endpoint({
  method: 'GET',
  path: '/question/complete',
  summary: 'Questions to name in a text: by the words of their titles, or by their number',
  access: 'anyone',
  visibility: 'site',
  rate: 'type-ahead',
  query: Type.Object({ words: Type.String({ maxLength: limits.TITLE.max, default: '' }) }),
  reply: Type.Array(QuestionName),
})

export const relatedQuestions = endpoint({
  method: 'GET',
  path: '/question/similar/tag',
  summary: 'Questions that share tags with this one',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ question_id: AnObjectId }),
  reply: paged(QuestionCard),
})

export const linkedQuestions = endpoint({
  method: 'GET',
  path: '/question/link',
  summary: 'Questions whose text links to this one',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ question_id: AnObjectId, ...listing }),
  reply: paged(QuestionCard),
})

/** Why, by a number of `reasons` for closing a question; a duplicate's `close_msg` is the address of the other question. */
export const closeQuestion = endpoint({
  method: 'PUT',
  path: '/question/status',
  summary: 'Close a question',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({
    id: AnObjectId,
    close_type: Type.Integer({ minimum: 0, maximum: 1000 }),
    close_msg: Type.String({ maxLength: limits.FLAG_MAX, default: '' }),
  }),
  reply: Done,
})
export const reopenQuestion = endpoint({
  method: 'PUT',
  path: '/question/reopen',
  summary: 'Reopen a closed question',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ question_id: AnObjectId }),
  reply: Done,
})
/** `hide` takes it out of the lists, `show` puts it back. */
export const operateQuestion = endpoint({
  method: 'PUT',
  path: '/question/operation',
  summary: 'Pin, unpin, unlist or list a question',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ id: AnObjectId, operation: oneOf(['pin', 'unpin', 'hide', 'show']) }),
  reply: Done,
})
export const recoverQuestion = endpoint({
  method: 'POST',
  path: '/question/recover',
  summary: 'Take the deletion of a question back',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ question_id: AnObjectId }),
  reply: Done,
})
