import { objectId } from '@askwell/contract/ids.ts'
import { answerPath, questionPath } from '@askwell/contract/permalink.ts'
import type { PublicPost } from '@askwell/plugin-kit'
import type { Db } from '../../../../db/dialect.ts'
import type { App } from '../../../../events/events.ts'
import { urlTitle } from '../../../../lib/slug.ts'
import { findVisiblePost, listPosts, type Post } from '../../../content/posts/queries.ts'
import { listChipRows } from '../../../content/tags/of-questions/queries.ts'
import { userCards } from '../../../users/users/views.ts'
import { type SiteSettings, siteSettings } from '../../settings/views.ts'

/** As everybody may see it, with title and tags of its question; undefined if not everybody may. */
export const findPublic = async (db: Db, id: number, kind: Post['kind']) => {
  const post = await findVisiblePost(db, id, null, kind)
  return post && (await withQuestions(db, [post]))[0]
}

export const withQuestions = async (db: Db, posts: Post[]) => {
  const ids = [...new Set(posts.map(({ question_id }) => question_id))]
  const titles = new Map((await listPosts(db, ids)).map(({ id, title }) => [id, title]))
  const tags = Map.groupBy(await listChipRows(db, ids), (row) => row.question_id)
  return posts.map((post) => ({
    post,
    title: titles.get(post.question_id) ?? '',
    tags: (tags.get(post.question_id) ?? []).map(({ slug_name }) => slug_name),
  }))
}
type WithQuestion = Awaited<ReturnType<typeof withQuestions>>[number]

/** The whole address of an answer, or else of the question. */
export const addressIn = (
  { general, seo }: Pick<SiteSettings, 'general' | 'seo'>,
  { question_id, title, answer_id }: { question_id: number; title: string; answer_id?: number },
) => {
  const thread = { id: objectId('question', question_id), url_title: urlTitle(title) }
  const path =
    answer_id === undefined
      ? questionPath(seo.permalink, thread)
      : answerPath(seo.permalink, thread, objectId('answer', answer_id))
  return general.site_url + path
}

/** For plugins that ask. */
export const publicPosts = async (app: App, found: WithQuestion[]): Promise<PublicPost[]> => {
  const settings = await siteSettings(app)
  const authors = await userCards(app.db, [...new Set(found.flatMap(({ post }) => post.user_id || []))])
  return found.map(({ post: { id, kind, question_id, user_id, ...post }, title, tags }) => {
    const author = authors.get(user_id)
    return {
      object_type: kind,
      object_id: objectId(kind, id),
      question_id: objectId('question', question_id),
      title,
      text: post.original_text,
      tags,
      author: author ? { username: author.username, display_name: author.display_name } : null,
      score: post.score,
      created_at: post.created_at,
      changed_at: post.updated_at,
      url: addressIn(settings, { question_id, title, ...(kind === 'answer' && { answer_id: id }) }),
    }
  })
}
