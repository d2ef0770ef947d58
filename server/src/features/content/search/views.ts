import { numberOf, objectId } from '@askwell/contract/ids.ts'
import type { QuestionName, SimilarQuestion } from '@askwell/contract/questions.ts'
import type { SearchHit, SearchOrder } from '@askwell/contract/search.ts'
import { isEmptySearch, parseSearch, type SearchQuery } from '@askwell/contract/search-syntax.ts'
import type { PostStatus } from '@askwell/contract/shapes.ts'
import type { Db } from '../../../db/dialect.ts'
import { DEEPEST_ROW, offsetOf, type Page, pageOf } from '../../../db/page.ts'
import type { App } from '../../../events/events.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { remembering } from '../../../lib/memoize.ts'
import { fold, terms } from '../../../lib/text-terms.ts'
import { tagChips } from '../tags/views.ts'
import { userCards, userChip } from '../../users/users/views.ts'
import { workers } from '../../../workers/pool.ts'
import {
  findAlike,
  findPosts,
  findTitled,
  newestWithAll,
  indexLanguage,
  listHitRows,
  listSimilarRows,
  type SearchFilters,
} from './queries.ts'
import { fuse } from './meaning/fuse.ts'
import { type Near, postsNear } from './meaning/near.ts'
import { toldBy } from './telling.ts'
import { begunWord } from './vocabulary/meant-words.ts'
import { alsoSearched } from './also-searched.ts'
import { anyOfGroups, groupsFor, meantOf, missingIn, MOST_TERMS, type Wanted, wantedOf } from './wanted.ts'

const STATUS: Record<number, PostStatus> = { 1: 'available', 2: 'closed', 10: 'deleted', 11: 'pending' }

const searchHits = async (
  db: Db,
  ids: number[],
  wanted: SearchFilters,
  viewer: Viewer,
  language: string,
): Promise<SearchHit[]> => {
  const rows = await listHitRows(db, ids, viewer)
  if (rows.length === 0) return []
  const [users, tags] = [
    await userCards(
      db,
      rows.map((row) => row.user_id),
    ),
    await tagChips(
      db,
      rows.map((row) => row.question_id),
    ),
  ]
  // Whose words aren't kept yet is quoted by its beginning.
  const excerpts = await workers().run('excerpts', {
    texts: rows.map((row) => row.plain_text ?? row.description),
    words: wanted.words.all.flat().flatMap((row) => row.terms),
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
      user_info: userChip(users.get(row.user_id)!),
      tags: tags.get(row.question_id)!,
      status: STATUS[row.status]!,
    },
  }))
}

/** So few hits may be those of a slip that some post has too. */
const FEW_HITS = 10

interface Forgiving {
  /** `first`: what stands before all else. */
  found: { filters: SearchFilters; ids: number[]; count: number; first?: number[] }
  /** What each word was also taken for, if any was. */
  also?: string[][]
  nearest?: true
}

/** What a search finds: all of its words, or if none or few posts have them, also what the words may have been meant to be. */
const findForgiving = async (
  db: Db,
  wanted: Wanted,
  viewer: Viewer,
  asked: Page & { order: SearchOrder },
  language: string,
): Promise<Forgiving> => {
  const find = async (filters: SearchFilters, first?: number[]) => ({
    filters,
    first,
    ...(await findPosts(db, filters, viewer, { ...asked, first })),
  })
  const exact = await find(wanted.filters)
  if (exact.count >= FEW_HITS || wanted.typed.length === 0) return { found: exact }
  const meant = await meantOf(db, wanted, language)
  const also = meant.map(({ near }) => near)
  if (exact.count) {
    if (meant.every(({ near, parts, compounds }) => near.length + parts.length + compounds.length === 0))
      return { found: exact }
    const first = await findPosts(db, wanted.filters, viewer, { order: 'newest', page: 1, page_size: FEW_HITS })
    const groups = wanted.typed.flatMap(({ term }, at) => {
      const { near, compounds } = meant[at]!
      return groupsFor(
        meant[at]!,
        [term, ...compounds, ...near].map((other) => ({ terms: [other] })),
      )
    })
    return { found: await find(wanted.withWords(groups), first.ids), also }
  }
  const groups = meant.flatMap((one) => groupsFor(one, one.rows))
  const all = await find(wanted.withWords(groups))
  const found = all.count ? all : await find(await anyOfGroups(db, wanted, groups))
  return { found, also, ...(found.count && { nearest: true as const }) }
}

/** So many of what words find are put into one order with what means the same; behind them the words go on by themselves. */
const FUSED = 100

type Order = Page & { order: SearchOrder }

/** What is near in meaning, beside what the words find: one order of both. */
const findWithNear = async (
  db: Db,
  wanted: Wanted,
  viewer: Viewer,
  asked: Order,
  { language, near }: { language: string; near: number[] },
): Promise<Forgiving> => {
  const begun = await findForgiving(db, wanted, viewer, { order: asked.order, page: 1, page_size: FUSED }, language)
  const { filters, ids, count, first } = begun.found
  const other_than = near.filter((id) => !ids.includes(id))
  // Where nothing has all of the words, what means the same is more likely to be meant than what a slip may have been.
  const fused = begun.nearest || count === 0 ? fuse(near, ids) : fuse(ids, near)
  const isMore = count > ids.length
  // Of those the words would have found farther down, too, none is shown or counted twice.
  const twice = isMore
    ? (await findPosts(db, { ...filters, ids: other_than }, viewer, { order: 'newest', page: 1, page_size: 1 })).count
    : 0
  const from = offsetOf(asked)
  const shown = fused.slice(from, from + asked.page_size)
  const rest = asked.page_size - shown.length
  const behind =
    isMore && rest > 0
      ? await findPosts(db, { ...filters, other_than }, viewer, {
          order: asked.order,
          first,
          page: 1,
          page_size: rest,
          offset: ids.length + Math.max(0, from - fused.length),
        })
      : { ids: [] }
  return {
    ...begun,
    found: {
      filters,
      ids: [...shown, ...behind.ids],
      count: Math.min(DEEPEST_ROW, fused.length + count - ids.length - twice),
    },
    ...(count === 0 && { nearest: true as const }),
  }
}

/** Only where words are typed that may be put otherwise: what is in quotes, code, or the title by name was asked for as it stands. */
const nearTo = (ask: Near, { words, in_title }: SearchQuery, wanted: Wanted) =>
  in_title ? [] : ask(words.join(' '), wanted.withWords([]))

/** A page of posts that were found elsewhere, in that order, as far as the viewer may find them. */
export const foundPage = async (
  db: Db,
  q: string,
  viewer: Viewer,
  { ids, count }: { ids: number[]; count: number },
  asked: Page,
) => {
  const language = (await indexLanguage(db)) ?? ''
  const wanted = await wantedOf(db, q, parseSearch(q), viewer, language)
  return pageOf(wanted ? await searchHits(db, ids, wanted.filters, viewer, language) : [], count, asked)
}

/** A page of what a search finds, as far as the viewer may find it. `ask`: what is near in meaning to some words. */
export const searchPage = async (db: Db, q: string, viewer: Viewer, asked: Order, ask: Near = () => []) => {
  const query = parseSearch(q)
  const language = (await indexLanguage(db)) ?? ''
  const wanted = isEmptySearch(query) ? undefined : await wantedOf(db, q, query, viewer, language)
  if (!wanted) return { ...pageOf([], 0, asked), ...(await missingIn(db, query)) }
  const near = asked.order === 'relevance' ? await nearTo(ask, query, wanted) : []
  const {
    found,
    also = [],
    nearest,
  } = near.length
    ? await findWithNear(db, wanted, viewer, asked, { language, near })
    : await findForgiving(db, wanted, viewer, asked, language)
  const list = await searchHits(db, found.ids, found.filters, viewer, language)
  const added = alsoSearched(wanted.typed, also, list, language)
  return { ...pageOf(list, found.count, asked), ...(nearest && { nearest }), ...(added.length && { also: added }) }
}

/** The newest post of those that fits a search, exactly as it was asked for. */
export const findNewest = async (
  db: Db,
  q: string,
  viewer: NonNullable<Viewer>,
  { not_by, ids }: { ids: { after: number; upTo: number } | number[]; not_by: number },
) => {
  const wanted = await wantedOf(db, q, parseSearch(q), viewer, (await indexLanguage(db)) ?? '')
  if (!wanted || (!Array.isArray(ids) && ids.upTo <= ids.after)) return undefined
  const page = { order: 'newest', page: 1, page_size: 1 } as const
  return (await findPosts(db, { ...wanted.filters, ids, not_by }, viewer, page)).ids[0]
}

const QUESTIONS: SearchFilters = { words: { all: [], none: [] }, tags: [], without_tags: [], kind: 'question' }

/** Where every word is common, only all of them together say something, if so few have them; where more do, all of them in the title. */
const FEW_POSTS = 500
/** So many of the newest posts that have the words are asked for their titles. */
const ASKED_FOR_TITLES = 5000
const findWithAll = async (db: Db, asked: string[], viewer: Viewer, limit: number) => {
  if (asked.length === 0) return []
  const { count, oldest } = await newestWithAll(db, asked, ASKED_FOR_TITLES)
  const titled = count > FEW_POSTS && asked.length > 1 ? await findTitled(db, asked, viewer, { oldest, limit }) : []
  if (titled.length || count === ASKED_FOR_TITLES) return titled
  const words = { all: asked.map((term) => [{ terms: [term] }]), none: [] }
  const page = { order: 'relevance', page: 1, page_size: limit, most: FEW_POSTS + 1 } as const
  const ranked = await findPosts(db, { ...QUESTIONS, words }, viewer, page)
  return ranked.count <= FEW_POSTS ? ranked.ids : []
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
  if (asked.length === 0) return []
  const { telling, quick } = await toldBy(db, asked)
  if (telling.length) return findAlike(db, telling, viewer, limit)
  return asked.length > 1 ? findWithAll(db, quick, viewer, limit) : []
}

/** So many of either kind are put into one order. */
const ALIKE = 30

export const similarQuestions = async (
  app: App,
  title: string,
  viewer: Viewer,
  limit: number,
): Promise<SimilarQuestion[]> => {
  const [alike, near] = await Promise.all([
    findLikeTitle(app.db, title, viewer, Math.max(limit, ALIKE)),
    postsNear(app, viewer)(title, QUESTIONS),
  ])
  const ids = fuse(near, alike).slice(0, limit)
  return (await listSimilarRows(app.db, ids, viewer)).map((row) => ({
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
}

/** Questions with all of these words in their titles; the last one may only be begun. */
const findByTitle = async (db: Db, words: string, viewer: Viewer, limit: number) => {
  const language = (await indexLanguage(db)) ?? ''
  const asked = [...wordsOf(words, language)].slice(0, MOST_TERMS)
  const last = /\S*$/.exec(words)![0]
  const term = terms(last, language).at(-1)
  if (term === undefined) return []
  const whole = asked.filter((other) => other !== term).map((other) => [{ terms: [other] }])
  const all = [...whole, await begunWord(db, { asked: fold(last), term })]
  const page = { order: 'relevance', page: 1, page_size: limit } as const
  return (await findPosts(db, { ...QUESTIONS, words: { all, none: [], in_title: true } }, viewer, page)).ids
}

/** Where somebody writes a number or an id, that question; otherwise those that have these words in their titles, then those most like them. */
export const namedQuestions = async (
  { db }: App,
  words: string,
  viewer: Viewer,
  limit: number,
): Promise<QuestionName[]> => {
  const number = /^\d{1,13}$/.test(words) ? Number(words) : numberOf('question', words)
  const ids = [
    ...(number ? [number] : []),
    ...(await findByTitle(db, words.trim(), viewer, limit)),
    ...(await findLikeTitle(db, words, viewer, limit)),
  ]
  return (await listSimilarRows(db, [...new Set(ids)].slice(0, limit), viewer)).map(({ id, title, url_title }) => ({
    id: objectId('question', id),
    title,
    url_title,
  }))
}
