import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { QuestionInfo, QuestionDraft } from './questions.ts'
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
  text,
  Time,
  UserCard,
  VoteStatus,
} from './shapes.ts'

export const Answer = Type.Object({
  id: ObjectId,
  question_id: ObjectId,
  content: Type.String(),
  html: Type.String(),
  create_time: Time,
  /** 0 until it is edited. */
  update_time: Time,
  /** 2 is accepted. */
  accepted: oneOf([1, 2]),
  user_info: UserCard,
  update_user_info: Type.Optional(UserCard),
  collected: Type.Boolean(),
  vote_status: VoteStatus,
  vote_count: Type.Integer(),
  comment_count: Type.Integer(),
  status: oneOf([1, 10, 11]),
  /** Empty in `answer/info`. */
  member_actions: Type.Array(MemberAction),
  /** The revision an edit begins from; send it back with the edit. */
  revision_id: Type.Optional(Type.String()),
  /** Ours: the licence of an imported text. */
  license: Type.Optional(Type.String()),
})
export type Answer = Static<typeof Answer>

export const AnswerAndQuestion = Type.Object({ info: Answer, question: QuestionInfo })
export type AnswerAndQuestion = Static<typeof AnswerAndQuestion>

const content = text(limits.CONTENT, 'not-blank')
const usernames = Type.Optional(Type.Array(text({ min: 1, max: 100 }), { maxItems: 100 }))

export const askAndAnswer = endpoint({
  method: 'POST',
  path: '/question/answer',
  summary: 'Ask a question and answer it at once',
  repeatable: true,
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ ...QuestionDraft.properties, answer_content: content, mention_username_list: usernames }),
  reply: AnswerAndQuestion,
})

export const ANSWER_ORDERS = ['default', 'updated', 'vote', 'created'] as const
export type AnswerOrder = (typeof ANSWER_ORDERS)[number]
export const answerPage = endpoint({
  method: 'GET',
  path: '/answer/page',
  summary: 'The answers to a question; deleted ones too for their author and staff',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({
    question_id: AnObjectId,
    order: oneOf(ANSWER_ORDERS, { default: 'default', [NEAREST]: true }),
    ...page,
  }),
  reply: paged(Answer),
})

export const answerInfo = endpoint({
  method: 'GET',
  path: '/answer/info',
  summary: 'An answer with its question',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ id: AnObjectId }),
  reply: AnswerAndQuestion,
})

export const AnswerDraft = Type.Object({ question_id: AnObjectId, content, ...captcha })
export type AnswerDraft = Static<typeof AnswerDraft>
export const writeAnswer = endpoint({
  method: 'POST',
  path: '/answer',
  summary: 'Answer a question',
  repeatable: true,
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: AnswerDraft,
  reply: AnswerAndQuestion,
})

export const AnswerEdit = Type.Object({ id: AnObjectId, content, ...edit, ...captcha })
export type AnswerEdit = Static<typeof AnswerEdit>
export const editAnswer = endpoint({
  method: 'PUT',
  path: '/answer',
  summary: 'Edit an answer',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: AnswerEdit,
  reply: Type.Object({ wait_for_review: Type.Boolean() }),
})

export const deleteAnswer = endpoint({
  method: 'DELETE',
  path: '/answer',
  summary: 'Delete an answer',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ id: AnObjectId, ...captcha }),
  reply: Done,
})

/** The answer `0` takes the acceptance back. */
export const acceptAnswer = endpoint({
  method: 'POST',
  path: '/answer/acceptance',
  summary: 'Accept an answer, or none',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ question_id: AnObjectId, answer_id: Type.String({ maxLength: 30, default: '0' }) }),
  reply: Done,
})

export const recoverAnswer = endpoint({
  method: 'POST',
  path: '/answer/recover',
  summary: 'Take the deletion of an answer back',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ answer_id: AnObjectId }),
  reply: Done,
})
