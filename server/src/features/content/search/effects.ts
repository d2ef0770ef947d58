import type { LaterEffect } from '../../../events/events.ts'
import { indexPosts } from './service.ts'

export { keepWords, nextBare } from './service.ts'
export { makeVectors, nextVectors } from './meaning/make-vectors.ts'

type PostEvent =
  | 'question.asked'
  | 'question.edited'
  | 'question.deleted'
  | 'question.undeleted'
  | 'question.approved'
  | 'question.listed'
  | 'question.unlisted'
  | 'answer.given'
  | 'answer.edited'
  | 'answer.deleted'
  | 'answer.undeleted'
  | 'answer.approved'

/** Brings the search index in line with a post as it is now; run twice, it finds the same. */
export const indexPost: LaterEffect<PostEvent> = (app, fact) => indexPosts(app, [fact.object_id])
