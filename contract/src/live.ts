import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { AnObjectId, ObjectId, Time } from './shapes.ts'

/** Where the browser listens for a question's changes. What is sent there says only that something changed; what, `questionPulse` tells. */
export const livePath = (question_id: string) => `/live/${question_id}`

export const Pulse = Type.Object({
  answer_count: Type.Integer(),
  /** The question, and of its answers the latest 200 that one may see. */
  posts: Type.Array(
    Type.Object({ object_id: ObjectId, create_time: Time, vote_count: Type.Integer(), comment_count: Type.Integer() }),
  ),
})
export type Pulse = Static<typeof Pulse>
/** Ours: little enough to be asked for again and again while a page is read. */
export const questionPulse = endpoint({
  method: 'GET',
  path: '/question/pulse',
  summary: 'Which answers a question has by now, with their votes and comments counted',
  access: 'anyone',
  visibility: 'site',
  rate: 'type-ahead',
  query: Type.Object({ id: AnObjectId }),
  reply: Pulse,
})
