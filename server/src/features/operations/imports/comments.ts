import type { App, Tx } from '../../../events/events.ts'
import { insertComments, updateComment } from '../../content/comments/queries.ts'
import { withMentions } from './policy.ts'
import { insertOrigins, listOrigins, listParticipants, listQuestionIds } from './queries.ts'
import { type Author, authorIds } from './users.ts'
import type { ImportResult } from './result.ts'

export interface ImportedComment {
  key: string
  post_key: string
  author: Author
  original_text: string
  parsed_text: string
  score: number
  created_at: number
}

/** Once the comments are there, so that it is known who answers whom. */
const settleMentions = async (tx: Tx, comments: { id: number; post_id: number; parsed_text: string }[]) => {
  const mentioning = comments.filter(({ parsed_text }) => parsed_text.includes('class="mention"'))
  const participants = Map.groupBy(
    await listParticipants(tx.db, [...new Set(mentioning.map(({ post_id }) => post_id))]),
    ({ post_id }) => post_id,
  )
  for (const { id, post_id, parsed_text } of mentioning)
    await updateComment(tx.db, id, { parsed_text: withMentions(parsed_text, participants.get(post_id) ?? []) })
}

export const importComments = (app: App, site: string, comments: ImportedComment[]): Promise<ImportResult> =>
  app.transaction(async (tx) => {
    const known = await listOrigins(
      tx.db,
      site,
      'comment',
      comments.map(({ key }) => key),
    )
    const posts = await listOrigins(tx.db, site, 'post', [...new Set(comments.map(({ post_key }) => post_key))])
    const questions = await listQuestionIds(tx.db, [...posts.values()])
    const fresh = comments.filter(({ key }) => !known.has(key))
    const placed = fresh.filter(({ post_key }) => posts.has(post_key))
    if (placed.length) {
      const users = await authorIds(tx, site, placed)
      const ids = await insertComments(
        tx.db,
        placed.map(({ post_key, author, score, original_text, parsed_text, created_at }) => {
          const post_id = posts.get(post_key)!
          return {
            post_id,
            question_id: questions.get(post_id)!,
            user_id: users.get(author.key)!,
            original_text,
            parsed_text,
            score,
            carried_score: score,
            created_at,
            updated_at: created_at,
          }
        }),
      )
      await insertOrigins(
        tx.db,
        site,
        'comment',
        placed.map(({ key }, at) => [key, ids[at]!]),
      )
      await settleMentions(
        tx,
        placed.map(({ post_key, parsed_text }, at) => ({ id: ids[at]!, post_id: posts.get(post_key)!, parsed_text })),
      )
    }
    return {
      added: placed.length,
      present: known.size,
      orphans: fresh.filter(({ post_key }) => !posts.has(post_key)).map(({ key }) => key),
    }
  })
