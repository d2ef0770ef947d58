import type { App } from '../../../events/events.ts'
import { HIDDEN_FROM } from '@askwell/contract/states.ts'
import { findPost } from '../../content/posts/queries.ts'

/** A post that everybody can read, with its text. */
export const findPublic = async (app: App, id: number) => {
  const post = await findPost(app.db, id)
  const question = post && (await findPost(app.db, post.question_id))
  return post && question && post.status < HIDDEN_FROM && question.status < HIDDEN_FROM ? post : undefined
}
