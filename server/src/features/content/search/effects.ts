import type { Effect, LaterEffect } from '../../../events/events.ts'
import { listWithAnswers } from './by-plugin/queries.ts'
import { indexPosts, removeFromIndex } from './service.ts'

export { keepWords, nextBare } from './service.ts'
export { makeVectors, nextVectors } from './meaning/make-vectors.ts'

/** Posts taken apart together. */
const AT_ONCE = 100

type PostEvent =
  | 'question.asked'
  | 'question.edited'
  | 'question.deleted'
  | 'question.undeleted'
  | 'question.approved'
  | 'answer.given'
  | 'answer.edited'
  | 'answer.deleted'
  | 'answer.undeleted'
  | 'answer.approved'

/** Brings the search index in line with a post as it is now; run twice, it finds the same. */
export const indexPost: LaterEffect<PostEvent> = (app, fact) => indexPosts(app, [fact.object_id])

/** The same for all that stands under the question. */
export const indexThread: LaterEffect<'question.listed' | 'question.unlisted'> = async (app, { object_id }) => {
  const ids = await listWithAnswers(app.db, [object_id])
  for (let at = 0; at < ids.length; at += AT_ONCE) await indexPosts(app, ids.slice(at, at + AT_ONCE))
}

/** Answers are in the index while their question is deleted; when it goes for good, no word of them may stay. */
export const removeErased: Effect<'post.erased'> = (tx, { post_ids }) => removeFromIndex(tx, post_ids)
