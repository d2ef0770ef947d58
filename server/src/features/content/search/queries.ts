import type { SearchOrder } from '@askwell/contract/search.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { insertMany } from '../../../db/insert-many.ts'
import { type Db, isPostgres, locking } from '../../../db/dialect.ts'
import { DEEPEST_ROW, offsetOf, type Page } from '../../../db/page.ts'
import { slowRead, TookTooLong } from '../../../db/slow-reads.ts'
import { isAnswer, isQuestion, listed } from '../../../db/visible.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { stretched } from '../../../lib/bounded-queue.ts'
import { findSetting } from '../../operations/settings/queries.ts'
import { postgres } from './postgres.ts'
import { type Engine, sqlite, type Weighed, type Words } from './sqlite.ts'

/** This many of the newest matching posts are ranked; a search that finds more is too wide for the order to mean much. Ranking costs more than sorting. */
const MOST_WEIGHED = 10_000
const MOST_SORTED = 50_000

export const engineOf = (db: Db) => (isPostgres(db) ? postgres : sqlite)

/** A search with its names looked up: ids, and terms as the index has them. */
export interface SearchFilters {
  words: Words
  /** What terms count where not all of them must occur. */
  weights?: Weighed[]
  /** A tag and its synonyms, for each tag asked for. */
  tags: number[][]
  without_tags: number[][]
  kind?: 'question' | 'answer'
  closed?: boolean
  /** Seconds of UTC. */
  created?: { from?: number; before?: number }
  user_id?: number
  question_id?: number
  /** Not these. */
  other_than?: number[]
  score?: number
  views?: number
  answers?: number
  has_accepted?: boolean
  is_accepted?: boolean
  /** By their ids, which grow with time. */
  ids?: { after: number; upTo: number } | number[]
  not_by?: number
}

const ids = (list: number[]) => sql.join(list.map((id) => sql.lit(id)))

/** Posts under questions with a tag: for each one whether it is, or, where nothing else narrows the search, straight from the tag. */
const hasTag = (tag: number[]) =>
  sql<SqlBool>`exists (select 1 from question_tags where question_tags.question_id = posts.question_id and tag_id in (${ids(tag)}))`
const tagged = ({ words, user_id, question_id }: SearchFilters, tag: number[]) =>
  words.all.length || user_id || question_id
    ? hasTag(tag)
    : sql<SqlBool>`posts.id in (select question_id from question_tags where tag_id in (${ids(tag)}) union all
        select answers.id from question_tags join posts as answers on answers.question_id = question_tags.question_id
        and ${isAnswer('answers')} where tag_id in (${ids(tag)}))`

const conditions = (wanted: SearchFilters) => {
  const { kind, user_id, question_id, score, views, answers, has_accepted, is_accepted, closed, created } = wanted
  const found: RawBuilder<SqlBool>[] = [
    ...(wanted.other_than?.length ? [sql<SqlBool>`posts.id not in (${ids(wanted.other_than)})`] : []),
    ...(wanted.not_by ? [sql<SqlBool>`posts.user_id <> ${wanted.not_by}`] : []),
    ...wanted.tags.map((tag) => tagged(wanted, tag)),
    ...wanted.without_tags.map((tag) => sql<SqlBool>`not ${hasTag(tag)}`),
  ]
  if (closed !== undefined) found.push(sql`posts.status ${closed ? sql`= 2` : sql`<> 2`} and ${isQuestion()}`)
  if (created?.from !== undefined) found.push(sql`posts.created_at >= ${created.from}`)
  if (created?.before !== undefined) found.push(sql`posts.created_at < ${created.before}`)
  if (kind) found.push(kind === 'question' ? isQuestion() : isAnswer())
  if (user_id) found.push(sql`posts.user_id = ${user_id}`)
  if (question_id) found.push(sql`posts.question_id = ${question_id} and ${isAnswer()}`)
  if (score !== undefined) found.push(sql`posts.score >= ${score}`)
  if (views !== undefined) found.push(sql`posts.view_count >= ${views} and ${isQuestion()}`)
  if (answers !== undefined)
    found.push(sql`posts.answer_count ${answers === 0 ? sql`= 0` : sql`>= ${answers}`} and ${isQuestion()}`)
  if (has_accepted !== undefined)
    found.push(sql`posts.accepted_answer_id ${has_accepted ? sql`> 0` : sql`= 0`} and ${isQuestion()}`)
  if (is_accepted !== undefined)
    found.push(
      sql`${is_accepted ? sql`` : sql`not `}exists (select 1 from posts as asked where asked.id = posts.question_id
        and asked.accepted_answer_id = posts.id) and ${isAnswer()}`,
    )
  return found
}

const ORDERS: Record<SearchOrder, RawBuilder<unknown>> = {
  relevance: sql`rank desc`,
  newest: sql`created_at desc`,
  active: sql`active_at desc`,
  score: sql`score desc`,
}

/** Where nothing is looked for, but something must not occur. */
const lacking = (engine: Engine, { none }: Words) =>
  none.length ? [engine.lacks(engine.search({ all: [none], none: [] }))] : []

/** The same conditions where the index isn't asked first. */
export const fits = (db: Db, wanted: SearchFilters) => {
  const engine = engineOf(db)
  const { all } = wanted.words
  const words = all.length
    ? [sql<SqlBool>`not (${engine.lacks(engine.search(wanted.words))})`]
    : lacking(engine, wanted.words)
  return [...words, ...conditions({ ...wanted, words: { all: [], none: [] } })]
}

interface Search extends Page {
  order: SearchOrder
  /** Posts that come before all others, if they are found. */
  first?: number[]
  /** How many of those that fit are ranked, if fewer than usual. */
  most?: number
  /** From here on, where pages don't begin at multiples of their size. */
  offset?: number
}

/** So many words that stand together in a title are that title, or most of it: it comes first, and the shortest of several. */
const TITLE_WORDS = 3
const WHOLE_TITLE = 1000

/** More than any rank, so that what comes first is ranked among itself. */
const FIRST = 1e6

/** Ids of the posts that fit, best first, and how many there are, up to what pages reach. */
export const findPosts = async (
  db: Db,
  wanted: SearchFilters,
  viewer: Viewer,
  { order: asked, first = [], most, offset, ...page }: Search,
): Promise<{ ids: number[]; count: number }> => {
  if (Array.isArray(wanted.ids) && wanted.ids.length === 0) return { ids: [], count: 0 }
  const engine = engineOf(db)
  const { words, weights } = wanted
  const search = words.all.length ? engine.search(words) : ''
  const order = asked === 'relevance' && !search ? 'newest' : asked
  const matching = search ? [engine.matches(search)] : lacking(engine, words)
  if (wanted.ids) {
    const id = search ? engine.postId : sql`posts.id`
    matching.push(
      Array.isArray(wanted.ids)
        ? sql`${id} in (${ids(wanted.ids)})`
        : sql`${id} > ${wanted.ids.after} and ${id} <= ${wanted.ids.upTo}`,
    )
  }
  const shortest = sql`${sql.lit(WHOLE_TITLE)} - length(posts.title)`
  const isTitle = () => {
    if (words.all.length < TITLE_WORDS) return sql`0`
    return words.in_title
      ? shortest
      : sql`case when ${engine.alsoMatches(engine.search({ ...words, in_title: true }))} then ${shortest} else 0 end`
  }
  const ranked = () => (weights ? engine.rankAny(weights) : sql`(${engine.rank(search)} + ${isTitle()})`)
  const rank = () =>
    first.length ? sql`${ranked()} + case when posts.id in (${ids(first)}) then ${sql.lit(FIRST)} else 0 end` : ranked()
  const from = offset ?? offsetOf(page)
  const query = sql<{ id: number; count: number }>`with hits as materialized (
      select posts.id, posts.created_at, posts.score, ${order === 'relevance' ? rank() : sql`0`} as rank,
        case when ${isQuestion()} then posts.active_at
          when posts.edited_at > posts.created_at then posts.edited_at else posts.created_at end as active_at
      from ${search ? engine.from : sql`posts`} where ${sql.join([...matching, ...conditions(wanted), listed(viewer)], sql` and `)}
      order by ${search ? engine.postId : sql`posts.id`} desc limit ${sql.lit(most ?? (order === 'relevance' ? MOST_WEIGHED : MOST_SORTED))})
    select id, count(*) over () as count from hits order by ${ORDERS[order]}, id desc limit ${page.page_size} offset ${from}`
  const rows = from < DEEPEST_ROW ? await slowRead(db, query.compile(db)) : []
  const found = rows.map((row) => row.id)
  // A page beyond the last one has no row that says how many there are.
  if (found.length === 0 && from > 0)
    return { ids: found, count: (await findPosts(db, wanted, viewer, { order: asked, page: 1, page_size: 1 })).count }
  return { ids: found, count: Math.min(rows[0]?.count ?? 0, DEEPEST_ROW) }
}

/** Of questions alike, people mean the one that others found good and have answered: measured by links between questions (docs/decisions/0097). */
const ESTEEM = sql`(1 + 0.1 * case when posts.score > 0 then ln(1 + posts.score) else 0 end + 0.1 * ln(1 + posts.answer_count))`

/** So many of the most alike are looked at for what people found good: for all that share a term that takes as long as comparing them. */
const MOST_ESTEEMED = 500

/** Questions that share any of the terms, the most alike first. */
export const findAlike = async (db: Db, terms: Weighed[], viewer: Viewer, limit: number) => {
  const engine = engineOf(db)
  const any = engine.search({ all: [terms.map(({ term }) => ({ terms: [term] }))], none: [] })
  const query = sql<{ id: number }>`with alike as materialized (
      select ${engine.postId} as id, ${engine.rankAny(terms)} as likeness from ${engine.index}
      where ${engine.matches(any)} order by likeness desc limit ${sql.lit(MOST_ESTEEMED)})
    select posts.id from alike join posts on posts.id = alike.id where ${isQuestion()} and ${listed(viewer)}
    order by likeness * ${ESTEEM} desc, posts.id desc limit ${limit}`
  return (await slowRead(db, query.compile(db))).map((row) => row.id)
}

/** Nobody waits longer for them: they are better than nothing, no more. */
const TITLES_MS = 1000

const allOf = (terms: string[]) => terms.map((term) => [{ terms: [term] }])

/** How many of the newest posts have all of the terms, up to so many, and the oldest of these. */
export const newestWithAll = async (db: Db, terms: string[], among: number) => {
  const engine = engineOf(db)
  const query = sql<{ count: number; oldest: number | null }>`select count(*) as count, min(id) as oldest from (
      select ${engine.postId} as id from ${engine.index} where ${engine.matches(engine.search({ all: allOf(terms), none: [] }))}
      order by ${engine.postId} desc limit ${sql.lit(among)}) as newest`
  const [{ count, oldest }] = (await slowRead(db, query.compile(db))) as [{ count: number; oldest: number | null }]
  return { count, oldest: oldest ?? 0 }
}

/** Of the questions from here on, those that have all of the terms in their titles; of these the shortest say little else. */
export const findTitled = async (
  db: Db,
  terms: string[],
  viewer: Viewer,
  { oldest, limit }: { oldest: number; limit: number },
) => {
  const engine = engineOf(db)
  const query = sql<{ id: number }>`select posts.id from ${engine.from}
    where ${engine.matches(engine.search({ all: allOf(terms), none: [], in_title: true }))}
    and ${engine.postId} >= ${oldest} and ${isQuestion()} and ${listed(viewer)}
    order by length(posts.title), posts.id desc limit ${limit}`
  try {
    return (await slowRead(db, query.compile(db), { limit: stretched(TITLES_MS) })).map((row) => row.id)
  } catch (error) {
    if (error instanceof TookTooLong) return []
    throw error
  }
}

/** How many posts have each of the terms, up to a limit. */
export const countTerms = async (db: Db, terms: string[], limit: number) =>
  new Map(
    terms.length
      ? (await slowRead(db, engineOf(db).counts(terms, limit).compile(db))).map(({ term, count }) => [term, count])
      : [],
  )

/** The same without a limit, as far as it is known at little cost. */
export const countTermsRoughly = async (db: Db, terms: string[], last: number) =>
  new Map(
    (await slowRead(db, engineOf(db).aboutCounts(terms, last).compile(db))).map(({ term, count }) => [term, count]),
  )

/** About how many posts there are: ids grow by one. */
export const lastPostId = async (db: Db) =>
  (
    await db
      .selectFrom('posts')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
  )?.id ?? 0

export const listTagIds = async (db: Db, slug: string) => {
  const found = await db
    .selectFrom('tags')
    .select(['id', 'main_tag_id'])
    .where('slug_name', '=', slug)
    .where('status', '=', 1)
    .executeTakeFirst()
  if (!found) return []
  const main = found.main_tag_id || found.id
  return (
    await db
      .selectFrom('tags')
      .select('id')
      .where((eb) => eb.or([eb('id', '=', main), eb('main_tag_id', '=', main)]))
      .execute()
  ).map((row) => row.id)
}

const HIT = [
  'posts.id',
  'posts.kind',
  'posts.question_id',
  'posts.user_id',
  'posts.description',
  'posts.created_at',
  'posts.score',
  'posts.answer_count',
  'posts.status',
  'posts.accepted_answer_id',
] as const

/** This much of a text is searched for an excerpt. */
const SEARCHED_MAX = 20_000

/** What a search result shows, as far as the viewer may see it in lists. */
export const listHitRows = async (db: Db, postIds: number[], viewer: Viewer) => {
  if (postIds.length === 0) return []
  const rows = await db
    .selectFrom('posts')
    .innerJoin('posts as asked', 'asked.id', 'posts.question_id')
    .leftJoin('search_state', 'search_state.post_id', 'posts.id')
    .select(HIT)
    .select(sql<string | null>`substr(search_state.plain_text, 1, ${sql.lit(SEARCHED_MAX)})`.as('plain_text'))
    .select(['asked.title', 'asked.url_title', 'asked.accepted_answer_id as question_accepted_id'])
    .where('posts.id', 'in', postIds)
    .where(listed(viewer))
    .execute()
  return postIds.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** What a similar question shows, in the order of the ids. */
export const listSimilarRows = async (db: Db, postIds: number[], viewer: Viewer) => {
  if (postIds.length === 0) return []
  const rows = await db
    .selectFrom('posts')
    .select([
      'id',
      'title',
      'url_title',
      'view_count',
      'answer_count',
      'collection_count',
      'follow_count',
      'status',
      'accepted_answer_id',
    ])
    .where('id', 'in', postIds)
    .where(isQuestion())
    .where(listed(viewer))
    .execute()
  return postIds.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

const TEXT = ['id', 'kind', 'title', 'parsed_text', 'status', 'revision_id'] as const
export type PostText = Awaited<ReturnType<typeof listTexts>>[number]

export const listTexts = (db: Db, postIds: number[]) =>
  db.selectFrom('posts').select(TEXT).where('id', 'in', postIds).execute()

/** Posts as they are now, locked until the transaction ends: a later change is indexed after ours. */
export const lockStates = (db: Db, postIds: number[]) =>
  db
    .selectFrom('posts')
    .select(['id', 'status', 'revision_id'])
    .where('id', 'in', postIds)
    .orderBy('id')
    .$call(locking(db))
    .execute()

/** The next posts to index, by id. */
export const listTextsAfter = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('posts')
    .select(TEXT)
    .where('id', '>', after)
    .where('status', '<', 10)
    .orderBy('id')
    .limit(limit)
    .execute()

export const saveState = (db: Db, posts: { post_id: number; plain_text: string | null }[], indexed_at: number) =>
  insertMany(
    db,
    'search_state',
    posts.map(({ post_id, plain_text }) => ({ post_id, plain_text, indexed_at })),
    {
      // Its vector, if it has one, is that of an earlier text.
      behind:
        'on conflict (post_id) do update set indexed_at = excluded.indexed_at, plain_text = excluded.plain_text, generation = 0',
    },
  )

const bare = sql<SqlBool>`plain_text is null` // as the partial index has it

/** Posts whose words aren't kept yet. */
export const listBare = async (db: Db, limit: number) =>
  (await db.selectFrom('search_state').select('post_id').where(bare).orderBy('post_id').limit(limit).execute()).map(
    (row) => row.post_id,
  )

export const deleteState = (db: Db, postIds: number[]) =>
  db.deleteFrom('search_state').where('post_id', 'in', postIds).execute()

/** Posts that are in the index and shouldn't be. */
export const listLeftovers = async (db: Db, limit: number) =>
  (
    await db
      .selectFrom('search_state')
      .leftJoin('posts', 'posts.id', 'search_state.post_id')
      .select('post_id')
      .where((eb) => eb.or([eb('posts.id', 'is', null), eb('posts.status', '>=', 10)]))
      .limit(limit)
      .execute()
  ).map((row) => row.post_id)

/** The language that the terms in the index were stemmed in: what is asked must be stemmed alike, also after the site has changed its own. */
export const INDEX_LANGUAGE = 'search_language'
export const indexLanguage = async (db: Db) => (await findSetting(db, INDEX_LANGUAGE)) as string | undefined
