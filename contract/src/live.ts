import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { AnObjectId, ObjectId, Time } from './shapes.ts'

/** Where the browser listens for a question's changes. The stream only says that something changed; `questionPulse` says what. */
export const livePath = (question_id: string) => `/live/${question_id}`

/** Where it listens for changes of one's own notifications; `notificationStatus` says how many are new. */
export const LIVE_NOTIFICATIONS = '/live/notifications'

export const Pulse = Type.Object({
  answer_count: Type.Integer(),
  /** The question, and its latest 200 answers that the caller may see. */
  posts: Type.Array(
    Type.Object({ object_id: ObjectId, create_time: Time, vote_count: Type.Integer(), comment_count: Type.Integer() }),
  ),
})
export type Pulse = Static<typeof Pulse>
/** Ours: small enough to be asked for again and again while a page is read. */
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
