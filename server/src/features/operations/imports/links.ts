import type { App } from '../../../events/events.ts'
import { insertLinks } from '../../content/posts/links/queries.ts'
import { listLinkable, listOrigins } from './queries.ts'

interface ImportedLink {
  line: number
  from_key: string
  to_key: string
  created_at: string | undefined
}

/** Which questions lead to which. @returns those of which a post isn't there. */
export const importLinks = <T extends ImportedLink>(app: App, site: string, links: T[]) =>
  app.transaction(async (tx) => {
    const posts = await listOrigins(
      tx.db,
      site,
      'post',
      links.flatMap(({ from_key, to_key }) => [from_key, to_key]),
    )
    const questions = await listLinkable(tx.db, [...new Set(posts.values())])
    const missing: { line: number; missing: string }[] = []
    const rows = links.flatMap(({ line, from_key, to_key, created_at }) => {
      const [from_post_id, to] = [posts.get(from_key), posts.get(to_key)]
      if (!from_post_id || !to) {
        missing.push({ line, missing: from_post_id ? to_key : from_key })
        return []
      }
      const [from_question_id, to_question_id] = [questions.get(from_post_id), questions.get(to)]
      if (!from_question_id || !to_question_id || from_question_id === to_question_id) return []
      const at = Math.floor(Date.parse(`${created_at}Z`) / 1000) || 0
      return [{ from_post_id, from_question_id, to_question_id, created_at: at }]
    })
    await insertLinks(tx.db, rows)
    return missing
  })
