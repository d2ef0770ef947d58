import type { App } from '../../../events/events.ts'
import { insertLinks } from '../../content/posts/links/queries.ts'
import { listOpenQuestions, setClosed } from '../../content/posts/transitions/queries.ts'
import { insertOrigins, listLinkable, listOrigins } from './queries.ts'
import type { ImportResult } from './result.ts'

export interface ImportedClosing {
  key: string
  post_key: string
  /** Who closed it, where that is known. */
  user_key: string
  /** A number of `question.close.reasons`; 0 where none of ours is near. */
  close_type: number
  /** Of a duplicate the other question; the first of them that is there. */
  original_keys: string[]
  created_at: number
}

/** What was once brought in is known by this, so that a question reopened here stays open. */
const closingKey = (key: string) => `closing:${key}`

/** Closes questions that were closed elsewhere, with the reasons they had there. */
export const importClosings = (app: App, site: string, closings: ImportedClosing[]): Promise<ImportResult> =>
  app.transaction(async (tx) => {
    const posts = await listOrigins(
      tx.db,
      site,
      'post',
      closings.flatMap(({ key, post_key, original_keys }) => [closingKey(key), post_key, ...original_keys]),
    )
    const users = await listOrigins(
      tx.db,
      site,
      'user',
      closings.map(({ user_key }) => user_key),
    )
    const fresh = closings.filter(({ key, post_key }) => !posts.has(closingKey(key)) && posts.has(post_key))
    const open = new Set(
      await listOpenQuestions(
        tx.db,
        fresh.map(({ post_key }) => posts.get(post_key)!),
      ),
    )
    const made = fresh
      .filter(({ post_key }) => open.has(posts.get(post_key)!))
      .map(({ post_key, user_key, close_type, original_keys, created_at }) => {
        const question_id = posts.get(post_key)!
        const duplicate_of_id =
          original_keys.map((key) => posts.get(key) ?? 0).find((id) => id && id !== question_id) ?? 0
        return {
          question_id,
          close_type,
          close_msg: '',
          duplicate_of_id,
          user_id: users.get(user_key) ?? 0,
          created_at,
        }
      })
    await setClosed(tx.db, made)
    const listed = await listLinkable(
      tx.db,
      made.map(({ question_id }) => question_id),
    )
    await insertLinks(
      tx.db,
      made
        .filter(({ question_id, duplicate_of_id }) => duplicate_of_id && listed.has(question_id))
        .map(({ question_id, duplicate_of_id, created_at }) => ({
          from_post_id: question_id,
          from_question_id: question_id,
          to_question_id: duplicate_of_id,
          created_at,
        })),
    )
    await insertOrigins(
      tx.db,
      site,
      'post',
      fresh.map(({ key, post_key }) => [closingKey(key), posts.get(post_key)!]),
    )
    return {
      added: made.length,
      present: closings.filter(({ key }) => posts.has(closingKey(key))).length,
      orphans: closings.filter(({ post_key }) => !posts.has(post_key)).map(({ key }) => key),
    }
  })
