import { PIN, SHOW } from '@askwell/contract/shapes.ts'
import { passIds, reserveIds } from '../../../db/dialect.ts'
import type { Tx } from '../../../events/events.ts'
import { tagSlug } from '../../../lib/slug.ts'
import { urlTitle, type Written } from '../../content/posts/policy.ts'
import { acceptAnswers } from '../../content/posts/answers/queries.ts'
import { insertPosts } from '../../content/posts/queries.ts'
import { insertRevisions, REVISION_STATUS } from '../../content/revisions/queries.ts'
import { indexTexts } from '../../content/search/service.ts'
import { learnWords } from '../../content/search/vocabulary/queries.ts'
import { insertQuestionTags } from '../../content/tags/of-questions/queries.ts'
import { insertOrigins, listOrigins } from './queries.ts'
import { type Author, authorIds } from './users.ts'
import type { Import } from './batches.ts'
import type { ImportResult } from './result.ts'
import { tagIds } from './tags.ts'

export interface ImportedPost extends Written {
  key: string
  /** The number it had, if that is free here: then its address stays. */
  id?: number
  kind: 'question' | 'answer'
  /** Of an answer. */
  question_key: string
  author: Author
  editor: Author | null
  title: string
  tags: string[]
  score: number
  view_count: number
  /** Bookmarks, of which only the number is known. */
  collection_count: number
  /** What it is licensed under; empty if that is the site's own affair. */
  license: string
  /** Of an answer: its question's asker chose it. */
  accepted: boolean
  /** Of a question: it is in nobody's lists, or at the top of them. */
  unlisted?: boolean
  pinned?: boolean
  created_at: number
  edited_at: number
  active_at: number
  terms: { title: string; body: string }
  /** Those that the vocabulary of the search may lack. */
  newTerms: string[]
  /** Its words as they are quoted; without them they are made later. */
  plain_text?: string
}

/** Ids that the rows of a post name. */
interface Named {
  question_id: number
  author_id: number
  editor_id: number
  revision_id: number
}

const postRow = (post: ImportedPost, { question_id, author_id, editor_id, revision_id }: Named) => ({
  ...(post.id && { id: post.id }),
  kind: post.kind,
  question_id,
  user_id: author_id,
  title: post.title,
  url_title: urlTitle(post.title),
  original_text: post.original_text,
  parsed_text: post.parsed_text,
  description: post.description,
  score: post.score,
  carried_score: post.score,
  view_count: post.view_count,
  collection_count: post.collection_count,
  carried_collection_count: post.collection_count,
  license: post.license,
  ...(post.unlisted && { show: SHOW.unlisted }),
  ...(post.pinned && !post.unlisted && { pin: PIN.yes }),
  unique_view_count: post.view_count,
  created_at: post.created_at,
  updated_at: post.edited_at || post.created_at,
  edited_at: post.edited_at,
  active_at: post.active_at,
  last_editor_id: editor_id,
  operator_id: author_id,
  operation_type: post.kind === 'question' ? 'asked' : '',
  revision_id,
})

const firstRevision = (post: ImportedPost, id: number, object_id: number, user_id: number) => ({
  id,
  object_type: post.kind,
  object_id,
  user_id,
  title: post.title,
  original_text: post.original_text,
  parsed_text: post.parsed_text,
  description: post.description,
  slugs: JSON.stringify(post.tags.map(tagSlug).filter(Boolean)),
  status: REVISION_STATUS.first,
  number: 1,
  created_at: post.edited_at || post.created_at,
})

/** Writes posts of one kind, with the revision each begins from, and indexes them. */
const bringPosts = async (tx: Tx, site: string, posts: ImportedPost[], questionOf: (post: ImportedPost) => number) => {
  const users = await authorIds(
    tx,
    site,
    posts.flatMap(({ author, editor, created_at, edited_at }) => [
      { author, created_at },
      ...(editor ? [{ author: editor, created_at: edited_at || created_at }] : []),
    ]),
  )
  const idOf = (author: Author | null) => (author ? users.get(author.key)! : 0)
  const revisions = await reserveIds(tx.db, 'revisions', posts.length)
  const ids = await insertPosts(
    tx.db,
    posts.map((post, at) =>
      postRow(post, {
        question_id: questionOf(post),
        author_id: idOf(post.author),
        editor_id: idOf(post.editor),
        revision_id: revisions[at]!,
      }),
    ),
  )
  if (posts.some(({ id }) => id)) await passIds(tx.db, 'posts')
  await insertOrigins(
    tx.db,
    site,
    'post',
    posts.map(({ key }, at) => [key, ids[at]!]),
  )
  await insertRevisions(
    tx.db,
    posts.map((post, at) => firstRevision(post, revisions[at]!, ids[at]!, idOf(post.editor ?? post.author))),
  )
  const indexed = posts.map(({ terms, plain_text }, at) => ({ id: ids[at]!, ...terms, plain_text }))
  await indexTexts(tx, indexed, { areNew: true })
  return ids
}

const bringQuestions = async (tx: Tx, site: string, questions: ImportedPost[]) => {
  if (questions.length === 0) return []
  const ids = await bringPosts(tx, site, questions, () => 0)
  const tags = await tagIds(tx, [...new Set(questions.flatMap((question) => question.tags))])
  await insertQuestionTags(
    tx.db,
    questions.flatMap((question, at) =>
      [...new Set(question.tags.flatMap((name) => tags.get(name) ?? []))].map((tag_id, position) => ({
        question_id: ids[at]!,
        tag_id,
        position,
      })),
    ),
  )
  return ids
}

/** Questions and answers, in any order as long as a question isn't later than the whole batch of its answer. */
export const importPosts = (
  { app, site }: Pick<Import, 'app' | 'site'>,
  posts: ImportedPost[],
): Promise<ImportResult> =>
  app.transaction(async (tx) => {
    const known = await listOrigins(
      tx.db,
      site,
      'post',
      posts.flatMap(({ key, question_key }) => (question_key ? [key, question_key] : [key])),
    )
    const fresh = posts.filter(({ key }) => !known.has(key))
    const questions = fresh.filter(({ kind }) => kind === 'question')
    const made = await bringQuestions(tx, site, questions)
    questions.forEach(({ key }, at) => known.set(key, made[at]!))
    const answers = fresh.filter(({ kind, question_key }) => kind === 'answer' && known.has(question_key))
    if (answers.length) {
      const ids = await bringPosts(tx, site, answers, ({ question_key }) => known.get(question_key)!)
      await acceptAnswers(
        tx.db,
        answers.flatMap(({ accepted, question_key }, at) =>
          accepted ? [[known.get(question_key)!, ids[at]!] as const] : [],
        ),
      )
    }
    const orphans = fresh
      .filter(({ kind, question_key }) => kind === 'answer' && !known.has(question_key))
      .map(({ key }) => key)
    // Also of those that can't come in: their thread doesn't tell of these words again.
    await learnWords(
      tx.db,
      posts.flatMap(({ newTerms }) => newTerms),
    )
    return { added: fresh.length - orphans.length, present: posts.length - fresh.length, orphans }
  })
