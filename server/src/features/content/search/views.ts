import { objectId, numberOf } from '@askwell/contract/ids.ts'
import type { SimilarQuestion } from '@askwell/contract/questions.ts'
import type { SearchHit, SearchOrder } from '@askwell/contract/search.ts'
import { isEmptySearch, parseSearch, type SearchQuery } from '@askwell/contract/search-syntax.ts'
import type { PostStatus, UserCard, UserChip } from '@askwell/contract/shapes.ts'
import type { Db } from '../../../db/dialect.ts'
import { type Page, pageOf } from '../../../db/page.ts'
import type { App } from '../../../events/events.ts'
import type { Viewer } from '../../../lib/member.ts'
import { remembering } from '../../../lib/memoize.ts'
import { terms } from '../../../lib/text-terms.ts'
import { tagChips } from '../tags/views.ts'
import { findUserByName } from '../../users/users/names/queries.ts'
import { userCards } from '../../users/users/views.ts'
import { workers } from '../../../workers/pool.ts'
import {
  countTerms,
  findAlike,
  findPosts,
  indexLanguage,
  lastPostId,
  listHitRows,
  listSimilarRows,
  listTagIds,
  type SearchFilters,
} from './queries.ts'

const MOST_TERMS = 20
const SEVERAL_PARTS = /[+#.]/ // `node.js` is a term beside `node` and `js`, so its terms don't stand in a row

const wantedTerms = ({ words, phrases }: SearchQuery, language: string) => {
  const single = words.flatMap((word) => terms(word, language)).map((term) => [term])
  const rows = phrases
    .map((phrase) => terms(phrase, language))
    .flatMap((row) => (row.some((term) => SEVERAL_PARTS.test(term)) ? row.map((term) => [term]) : [row]))
  return [...single, ...rows].filter((row) => row.length > 0).slice(0, MOST_TERMS)
}

/** A search with its names looked up; undefined where one of them leads nowhere, so that nothing can be found. */
const lookedUp = async (db: Db, query: SearchQuery, viewer: Viewer): Promise<SearchFilters | undefined> => {
  const wanted: SearchFilters = {
    terms: wantedTerms(query, (await indexLanguage(db)) ?? ''),
    tags: await Promise.all(query.tags.map((slug) => listTagIds(db, slug))),
  }
  if (wanted.tags.some((tag) => tag.length === 0)) return undefined
  if (query.words.length + query.phrases.length > 0 && wanted.terms.length === 0) return undefined
  if (query.user !== undefined) {
    wanted.user_id = query.user.toLowerCase() === 'me' ? viewer?.id : (await findUserByName(db, query.user))?.id
    if (!wanted.user_id) return undefined
  }
  if (query.in_question !== undefined) {
    wanted.question_id = numberOf('question', query.in_question)
    if (!wanted.question_id) return undefined
  }
  const { is, score, views, answers, has_accepted, is_accepted } = query
  return { ...wanted, kind: is, score, views, answers, has_accepted, is_accepted }
}

const STATUS: Record<number, PostStatus> = { 1: 'available', 2: 'closed', 10: 'deleted', 11: 'pending' }
const chip = ({ id, username, rank, display_name, avatar, status }: UserCard): UserChip => ({
  id,
  username,
  rank,
  display_name,
  avatar,
  status,
})

const searchHits = async (db: Db, ids: number[], wanted: SearchFilters, viewer: Viewer): Promise<SearchHit[]> => {
  const rows = await listHitRows(db, ids, viewer)
  if (rows.length === 0) return []
  const [users, tags, language] = [
    await userCards(
      db,
      rows.map((row) => row.user_id),
    ),
    await tagChips(
      db,
      rows.map((row) => row.question_id),
    ),
    (await indexLanguage(db)) ?? '',
  ]
  // Whose words aren't kept yet is quoted by its beginning.
  const excerpts = await workers().run('excerpts', {
    texts: rows.map((row) => row.plain_text ?? row.description),
    words: wanted.terms.flat(),
    language,
  })
  return rows.map((row, at) => ({
    object_type: row.kind,
    object: {
      id: objectId(row.kind, row.id),
      question_id: objectId('question', row.question_id),
      title: row.title,
      url_title: row.url_title,
      excerpt: excerpts[at]!,
      created_at: row.created_at,
      vote_count: row.score,
      accepted: row.kind === 'question' ? row.accepted_answer_id > 0 : row.question_accepted_id === row.id,
      answer_count: row.answer_count,
      user_info: chip(users.get(row.user_id)!),
      tags: tags.get(row.question_id)!,
      status: STATUS[row.status]!,
    },
  }))
}

/** A page of what a search finds, as far as the viewer may find it. */
export const searchPage = async (
  db: Db,
  q: string,
  viewer: Viewer,
  { order, ...page }: Page & { order: SearchOrder },
) => {
  const query = parseSearch(q)
  const wanted = isEmptySearch(query) ? undefined : await lookedUp(db, query, viewer)
  if (!wanted) return pageOf([], 0, page)
  const { ids, count } = await findPosts(db, wanted, viewer, { order, ...page })
  return pageOf(await searchHits(db, ids, wanted, viewer), count, page)
}

/** A term that this many posts have says little about what a question is about; on a small site a few posts are many. */
const COMMON_SHARE = 0.25
const COMMON_LEAST = 20
/** Rare terms tell most, so they come first; this many posts in all are compared. */
const MOST_POSTS = 10_000
const RARE_SHARE = 0.005

/** Those of the terms that tell a title from others, and how much each does. */
const tellingTerms = async (db: Db, asked: string[]) => {
  const posts = await lastPostId(db)
  const many = Math.min(MOST_POSTS, Math.max(COMMON_LEAST, Math.ceil(posts * COMMON_SHARE)))
  const counts = await countTerms(db, asked, many)
  const rare = asked
    .map((term) => ({ term, count: counts.get(term) ?? posts * RARE_SHARE }))
    .filter(({ count }) => count < many)
    .sort((a, b) => a.count - b.count)
  let weighed = 0
  return rare
    .filter(({ count }, at) => (weighed += count) <= MOST_POSTS || at === 0)
    .map(({ term, count }) => ({ term, weight: Math.max(0.1, Math.log(posts / Math.max(1, count))) }))
}

/** Where every word is common, only all of them together say something, if so few have them. */
const FEW_POSTS = 500
const findWithAll = async (db: Db, asked: string[], viewer: Viewer, limit: number) => {
  if (asked.length < 2) return []
  const { ids, count } = await findPosts(
    db,
    { terms: asked.map((term) => [term]), tags: [], kind: 'question' },
    viewer,
    { order: 'relevance', page: 1, page_size: limit },
  )
  return count <= FEW_POSTS ? ids : []
}

/** The words of a title, each once, as the index has them. A page compares its title with those of sixty others, the same for all who read it. */
const wordsOf = remembering<ReadonlySet<string>>(5000, (title, language) => new Set(terms(title, language)))
export const titleWords = async (db: Db, titles: string[]) => {
  const language = await indexLanguage(db)
  return titles.map((title) => wordsOf(title, language))
}

/** Numbers of the questions most like one with this title. */
export const findLikeTitle = async (db: Db, title: string, viewer: Viewer, limit: number) => {
  const asked = [...wordsOf(title, await indexLanguage(db))].slice(0, MOST_TERMS)
  const telling = await tellingTerms(db, asked)
  return telling.length ? findAlike(db, telling, viewer, limit) : findWithAll(db, asked, viewer, limit)
}

export const similarQuestions = async (
  { db }: App,
  title: string,
  viewer: Viewer,
  limit: number,
): Promise<SimilarQuestion[]> =>
  (await listSimilarRows(db, await findLikeTitle(db, title, viewer, limit), viewer)).map((row) => ({
    id: objectId('question', row.id),
    title: row.title,
    url_title: row.url_title,
    view_count: row.view_count,
    answer_count: row.answer_count,
    collection_count: row.collection_count,
    follow_count: row.follow_count,
    status: STATUS[row.status]!,
    accepted_answer: row.accepted_answer_id > 0,
  }))
