import type { QuestionOrder } from '@askwell/contract/questions.ts'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { DEEPEST_ROW, offsetOf, type Page } from '../../../../db/page.ts'
import type { DB } from '../../../../db/tables.ts'
import { inLists, isAnswer, isQuestion, listed, visible } from '../../../../db/visible.ts'
import type { Viewer } from '../../../../lib/actor.ts'

export type ListOrder = Exclude<QuestionOrder, 'recommend'>

/** The filters of a list; 0 means none. `tag_first`: the tag has so few questions that the query should begin with them. */
export interface Narrowing {
  tag_id: number
  tag_first: boolean
  user_id: number
  since: number
  unanswered: boolean
  viewer: Viewer
}

type Questions = SelectQueryBuilder<DB, 'posts', object>

type Sorted = 'pin' | 'created_at' | 'active_at' | 'hot_score' | 'score' | 'view_count' | 'linked_count' | 'id'
/** The question after which a list continues, with all columns it may be sorted by. */
export type Anchor = Pick<Selectable<DB['posts']>, Sorted>

const ORDERS: Record<ListOrder, Sorted[]> = {
  newest: ['created_at'],
  active: ['active_at'],
  hot: ['hot_score'],
  score: ['score', 'view_count'],
  unanswered: ['created_at'],
  frequent: ['linked_count'],
}

/** Pinned ones come first in all orders. `sorting` keeps the planner from walking an index of the order, by hiding the sorted column from it. */
const ordered = (order: ListOrder, sorting: boolean) => (query: Questions) =>
  ORDERS[order]
    .reduce(
      (q, column) => q.orderBy(`posts.${column}`, 'desc'),
      query.orderBy(sorting ? sql`+posts.pin` : 'posts.pin', 'desc'),
    )
    .orderBy('posts.id', 'desc')

/** The rows after one question in an order; the index of the order is entered right there. */
const goingOn = (order: ListOrder, anchor: Anchor | undefined) => (query: Questions) => {
  if (!anchor) return query
  const columns: Sorted[] = ['pin', ...ORDERS[order], 'id']
  return query.where(
    sql<boolean>`(${sql.join(columns.map((column) => sql.ref(`posts.${column}`)))}) < (${sql.join(columns.map((column) => anchor[column]))})`,
  )
}

const narrowed = (db: Db, { tag_id, tag_first, user_id, since, unanswered, viewer }: Narrowing) => {
  // A member's own list may hold what others' don't; it is short and needs no index of an order.
  let query: Questions = user_id
    ? db.selectFrom('posts').where('posts.user_id', '=', user_id).where(isQuestion()).where(listed(viewer))
    : db.selectFrom('posts').where(inLists())
  if (tag_id && tag_first)
    query = query.where(
      'posts.id',
      'in',
      db.selectFrom('question_tags').select('question_id').where('tag_id', '=', tag_id),
    )
  else if (tag_id)
    query = query.where(
      sql<boolean>`exists (select 1 from question_tags where question_tags.question_id = posts.id and question_tags.tag_id = ${tag_id})`,
    )
  // Both values of `pin` are named so that the index, which begins with it, can be entered at the time asked for.
  if (since) query = query.where('posts.pin', 'in', [1, 2]).where('posts.created_at', '>=', since)
  return unanswered ? query.where('posts.answer_count', '=', sql.lit(0)) : query
}

/** Counts as far as pages reach; one more means that there are more. */
const boundedCount = async (db: Db, query: Questions) =>
  (
    await db
      .selectFrom(
        query
          .select('posts.id')
          .limit(DEEPEST_ROW + 1)
          .as('found'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const countQuestions = (db: Db, narrowing: Narrowing) => boundedCount(db, narrowed(db, narrowing))

const ids = (rows: { id: number }[]) => rows.map((row) => row.id)

/**
 * The ids of a page. `few`: little is left after filtering, so that is read and sorted. Otherwise the order's index is walked until the page is full,
 * which is soon.
 */
export const listQuestions = async (
  db: Db,
  query: Narrowing & Page & { order: ListOrder; few: boolean; anchor: Anchor | undefined },
) =>
  ids(
    await narrowed(db, query)
      .$call(goingOn(query.order, query.anchor))
      .$call(ordered(query.order, query.few))
      .select('posts.id')
      .limit(query.page_size)
      .offset(offsetOf(query))
      .execute(),
  )

/** How much a member follows: questions, and how many others the tags and members they follow may bring. */
export const findFollowing = async (db: Db, user_id: number) => {
  const of = (object_type: 'question' | 'tag' | 'user') =>
    db.selectFrom('follows').where('follows.user_id', '=', user_id).where('object_type', '=', object_type)
  const { questions } = await of('question')
    .select(({ fn }) => fn.countAll<number>().as('questions'))
    .executeTakeFirstOrThrow()
  const tags = await of('tag')
    .innerJoin('tags', 'tags.id', 'follows.object_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('number'),
      fn.coalesce(fn.sum<number>('tags.question_count'), sql.lit(0)).as('questions'),
    ])
    .executeTakeFirstOrThrow()
  const users = await of('user')
    .innerJoin('users', 'users.id', 'follows.object_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('number'),
      fn.coalesce(fn.sum<number>('users.question_count'), sql.lit(0)).as('questions'),
    ])
    .executeTakeFirstOrThrow()
  return { isNothing: questions + tags.number + users.number === 0, bringing: tags.questions + users.questions }
}

const followedBy = (user_id: number, object_type: string) =>
  sql`follows.user_id = ${user_id} and follows.object_type = ${sql.lit(object_type)}`

/** The questions that a member began to follow last. */
export const listFollowedQuestions = async (db: Db, user_id: number, limit: number) =>
  (
    await sql<{
      id: number
    }>`select object_id as id from follows where ${followedBy(user_id, 'question')}
      order by created_at desc, object_id desc limit ${limit}`.execute(db)
  ).rows.map((row) => row.id)

/** The sources of recommendations: given questions, whatever the member has done with them; or, of followed tags and members (few or many) or of all questions, those that the member can answer and doesn't follow. */
export type Source = { followed: number[] } | 'few topics' | 'topics' | 'all'

/** Reads all questions in followed tags and by followed members; for members who follow little. */
const ofFewTopics = (user_id: number) => sql<boolean>`posts.id in (
  select question_tags.question_id from follows inner join question_tags on question_tags.tag_id = follows.object_id
  where ${followedBy(user_id, 'tag')}
  union select asked.id from follows inner join posts as asked on asked.user_id = follows.object_id
  where ${followedBy(user_id, 'user')} and ${isQuestion('asked')})`

/** A cross join looks up the tags of each question: it keeps SQLite from asking all followed tags for the question. */
const inTopics = (
  user_id: number,
) => sql<boolean>`(exists (select 1 from question_tags cross join follows where follows.object_id = question_tags.tag_id
  and question_tags.question_id = posts.id and ${followedBy(user_id, 'tag')})
  or exists (select 1 from follows where ${followedBy(user_id, 'user')} and follows.object_id = posts.user_id))`

const recommended = (db: Db, user_id: number, source: Source, narrowing: Narrowing) => {
  let query = narrowed(db, narrowing)
  if (typeof source === 'object') return query.where('posts.id', 'in', source.followed)
  if (source === 'few topics') query = query.where(ofFewTopics(user_id))
  if (source === 'topics') query = query.where(inTopics(user_id))
  return query
    .where('posts.status', '=', sql.lit(1))
    .where('posts.user_id', '!=', user_id)
    .where(
      sql<boolean>`not exists (select 1 from posts as own where own.question_id = posts.id and own.user_id = ${user_id}
        and ${isAnswer('own')} and own.status < 10)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from follows where ${followedBy(user_id, 'question')} and follows.object_id = posts.id)`,
    )
}

const isEmpty = (source: Source) => typeof source === 'object' && source.followed.length === 0

/** Hot ones first. Few are read and sorted, many are found by walking the index of hot questions. */
export const listRecommended = async (
  db: Db,
  user_id: number,
  source: Source,
  narrowing: Narrowing,
  { few, anchor, limit }: { few: boolean; anchor: Anchor | undefined; limit: number },
) =>
  isEmpty(source) || limit === 0
    ? []
    : ids(
        await recommended(db, user_id, source, narrowing)
          .$call(goingOn('hot', anchor))
          .$call(ordered('hot', few || typeof source === 'object' || source === 'few topics'))
          .select('posts.id')
          .limit(limit)
          .execute(),
      )

const linking = (db: Db, to_question_id: number, since: number) => {
  const query: Questions = db
    .selectFrom('posts')
    .where(inLists())
    .where(
      'posts.id',
      'in',
      db.selectFrom('question_links').select('from_question_id').where('to_question_id', '=', to_question_id),
    )
  return since ? query.where('posts.created_at', '>=', since) : query
}

export const countLinking = (db: Db, to_question_id: number, since: number) =>
  boundedCount(db, linking(db, to_question_id, since))

/** Questions whose text, or an answer's, names this one. */
export const listLinking = async (db: Db, query: Page & { to_question_id: number; since: number; order: ListOrder }) =>
  ids(
    await linking(db, query.to_question_id, query.since)
      .$call(ordered(query.order, true))
      .select('posts.id')
      .limit(query.page_size)
      .offset(offsetOf(query))
      .execute(),
  )

const PULSE_ANSWERS = 200

/** The score and the number of a question and its latest answers; what the viewer may not see is left out. */
export const listPulse = (db: Db, question_id: number, viewer: Viewer) =>
  db
    .selectFrom('posts')
    .select(['id', 'kind', 'created_at', 'score', 'comment_count'])
    .where('question_id', '=', question_id)
    .where(isAnswer())
    .where(visible(viewer))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PULSE_ANSWERS)
    .execute()

const PER_TAG = 200

/**
 * Questions that share tags with this one, and how many: first those that share most, then the best. Only the latest questions of each tag are looked at,
 * so that a tag with a million questions costs no more than a small one.
 */
export const listRelated = async (db: Db, question_id: number, tag_ids: number[], limit: number) => {
  if (tag_ids.length === 0) return []
  const latest = tag_ids.map(
    (tag_id) =>
      sql`select * from (select question_id from question_tags where tag_id = ${tag_id}
        order by question_id desc limit ${sql.lit(PER_TAG)}) as latest`,
  )
  const { rows } = await sql<{ id: number; title: string; shared: number }>`
    select posts.id, posts.title, count(*) as shared from (${sql.join(latest, sql` union all `)}) as shared
    inner join posts on posts.id = shared.question_id
    where ${inLists()} and posts.id <> ${question_id}
    group by posts.id, posts.title, posts.score order by count(*) desc, posts.score desc, posts.id desc limit ${limit}`.execute(
    db,
  )
  return rows
}
