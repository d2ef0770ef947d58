import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { ADMIN_QUERY_MAX } from './limits.ts'
import { AnObjectId, Done, MemberAction, ObjectId, oneOf, page, paged, Time, UserCard } from './shapes.ts'

const ours = {
  status: Type.Integer(),
  url_title: Type.String(),
  /** 0 unless it is deleted. */
  delete_time: Time,
  member_actions: Type.Array(MemberAction),
}

export const AdminQuestion = Type.Object({
  id: ObjectId,
  title: Type.String(),
  vote_count: Type.Integer(),
  show: oneOf([1, 2]),
  pin: oneOf([1, 2]),
  answer_count: Type.Integer(),
  accepted_answer_id: ObjectId,
  create_time: Time,
  update_time: Time,
  edit_time: Time,
  user_info: UserCard,
  ...ours,
})
export type AdminQuestion = Static<typeof AdminQuestion>

export const AdminAnswer = Type.Object({
  id: ObjectId,
  question_id: ObjectId,
  description: Type.String(),
  create_time: Time,
  update_time: Time,
  accepted: oneOf([1, 2]),
  user_info: UserCard,
  vote_count: Type.Integer(),
  question_info: Type.Object({ title: Type.String() }),
  ...ours,
})
export type AdminAnswer = Static<typeof AdminAnswer>

// A post in order is `available`; existing clients also say `normal`.
export const QUESTION_FILTERS = ['available', 'closed', 'deleted', 'pending'] as const
export const ANSWER_FILTERS = ['available', 'deleted', 'pending'] as const
const query = Type.String({ maxLength: ADMIN_QUERY_MAX, default: '' })
const staff = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

/** `query` is a part of the title, or an id. */
export const questionsInState = endpoint({
  ...staff,
  method: 'GET',
  path: '/question/page',
  summary: 'Questions in a state, the newest first',
  query: Type.Object({ ...page, status: oneOf(['', 'normal', ...QUESTION_FILTERS], { default: '' }), query }),
  reply: paged(AdminQuestion),
})
/** `query` is a part of the text, or an id; with a question's id, the answers to that. */
export const answersInState = endpoint({
  ...staff,
  method: 'GET',
  path: '/answer/page',
  summary: 'Answers in a state, the newest first',
  query: Type.Object({
    ...page,
    status: oneOf(['', 'normal', ...ANSWER_FILTERS], { default: '' }),
    query,
    question_id: Type.String({ maxLength: 30, default: '' }),
  }),
  reply: paged(AdminAnswer),
})

/** To `closed` without a reason. Clients that give one call `question/status` of the site. */
export const setQuestionStatus = endpoint({
  ...staff,
  method: 'PUT',
  path: '/question/status',
  summary: 'Close, reopen, delete or recover a question',
  body: Type.Object({ question_id: AnObjectId, status: oneOf(['available', 'closed', 'deleted']) }),
  reply: Done,
})
export const setAnswerStatus = endpoint({
  ...staff,
  method: 'PUT',
  path: '/answer/status',
  summary: 'Delete or recover an answer',
  body: Type.Object({ answer_id: AnObjectId, status: oneOf(['available', 'deleted']) }),
  reply: Done,
})

export const PermanentDeletion = Type.Object({
  type: oneOf(['users', 'questions', 'answers']),
  object_id: Type.Optional(AnObjectId),
  object_ids: Type.Optional(Type.Array(AnObjectId, { minItems: 1, maxItems: 100 })),
})
export type PermanentDeletion = Static<typeof PermanentDeletion>
/** What became of several: each is done by itself, and one that was restored in the meantime stays. */
export const Erased = Type.Object({
  erased: Type.Array(Type.String()),
  kept: Type.Array(Type.Object({ object_id: Type.String(), reason: Type.String(), msg: Type.String() })),
})
/** Erases all that are deleted; with `object_id` (ours) just that one, with `object_ids` (ours) each of these, and the reply says what became of each. There is no undo. */
export const deletePermanently = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/delete/permanently',
  summary: 'Delete for good what is deleted',
  body: PermanentDeletion,
  reply: Type.Union([Done, Erased]),
})
