import { Type, type Static } from 'typebox'
import { Answer, ANSWER_ORDERS } from './answers.ts'
import { FirstComments } from './comments.ts'
import { endpoint } from './endpoint.ts'
import { QuestionInfo } from './questions.ts'
import { PostReactions } from './reactions.ts'
import { AnObjectId, NEAREST, ObjectId, oneOf, page, paged, QuestionCard, UserCard } from './shapes.ts'
import { Permissions } from './users.ts'

export const Thread = Type.Object({
  question: QuestionInfo,
  /** `page`: the one that was asked for, or the one that holds `answer_id`. */
  answers: Type.Object({ page: Type.Integer(), ...paged(Answer).properties }),
  /** Answers whose `html` is empty because the page would be too large; each is whole where it is the `answer_id`. */
  left_out: Type.Array(Type.Object({ object_id: ObjectId })),
  /** The first few on the question and on each of these answers; posts without comments have no entry. */
  comments: Type.Array(FirstComments),
  reactions: Type.Array(PostReactions),
  invited: Type.Array(UserCard),
  related: paged(QuestionCard),
  linked: paged(QuestionCard),
  /** Whether the caller may vote, answer and accept here; empty for those who can't write at all. */
  permissions: Permissions,
  /** Whether the caller wants to hear nothing of this question. */
  is_muted: Type.Boolean(),
})
export type Thread = Static<typeof Thread>

/** Ours: all that the page of a question shows, in one reply; its parts can be had by calls of their own. `answer_id`: the page of answers that holds it. */
export const questionThread = endpoint({
  method: 'GET',
  path: '/question/thread',
  summary: 'A question with a page of its answers, and what stands around them',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({
    id: AnObjectId,
    answer_id: Type.Optional(AnObjectId),
    order: oneOf(ANSWER_ORDERS, { default: 'default', [NEAREST]: true }),
    ...page,
  }),
  reply: Thread,
})
