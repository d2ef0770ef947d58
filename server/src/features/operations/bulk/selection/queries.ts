import { type CompiledQuery, type ExpressionBuilder, type Expression, sql, type SqlBool } from 'kysely'
import { ROLE } from '@askwell/contract/roles.ts'
import { containing, type Db } from '../../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../../db/page.ts'
import { slowRead } from '../../../../db/slow-reads.ts'
import type { DB } from '../../../../db/tables.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../../lib/actor.ts'
import { notErased } from '../../../users/users/erasure/queries.ts'
import type { Match } from './match.ts'

// Conditions are written as in the indexes of migrations 0004, 0040 and 0072, so that each list has one.

type Condition = Expression<SqlBool>
const POST_STATUS: Record<string, number> = { available: 1, closed: 2, deleted: 10, pending: 11 }

const hasScore = ({ score_min, score_max }: Match) => score_min !== undefined || score_max !== undefined

/** Words of a title, of whoever's questions: read where nothing but titles is, not in all posts. */
const isOfTitles = ({ kind, piece }: Match) => kind === 'question' && piece !== ''

/** Those are found first and sorted then, however far from the newest they are. */
const isSortedAfterwards = (match: Match) =>
  match.author_id === undefined && (hasScore(match) || match.tag_id !== undefined)

/** A state that doesn't lead away from the index which the rest is found by. */
const besides = (state: string): Condition[] =>
  state === '' ? [] : [sql<SqlBool>`(status * 1) = ${POST_STATUS[state] ?? 0}`]

/** Of one author there are few: those have an index of their own, and the words of the others must not lead away from it. */
const postState = (match: Match): Condition[] => {
  const { kind, state, author_id, tag_id } = match
  if (state === 'pinned') return [sql`kind = 'question' and pin = 2`, sql`status < 10`]
  if (state === 'unlisted') return [sql`kind = 'question' and show = 2`, sql`status < 10`]
  if (author_id !== undefined)
    return [sql`kind = ${kind}`, ...(state === '' ? [] : [sql<SqlBool>`status = ${POST_STATUS[state] ?? 0}`])]
  if (tag_id !== undefined) return [sql`kind = ${sql.lit(kind)}`, ...besides(state)]
  if (isOfTitles(match)) return [sql`lower(kind) = 'question'`, ...besides(state)]
  if (state === '' || hasScore(match)) return [sql`(kind || '') = ${kind}`, ...besides(state)]
  return [sql`(status + 0) = ${POST_STATUS[state] ?? 0}`, sql`kind = ${kind}`]
}

const postConditions = (db: Db, match: Match): Condition[] => [
  ...postState(match),
  ...(match.question_id === undefined ? [] : [sql<SqlBool>`question_id = ${match.question_id}`]),
  ...(match.tag_id === undefined
    ? []
    : [
        // By its primary key, so that a rare tag leads to its few questions.
        sql<SqlBool>`${sql.ref(match.kind === 'question' ? 'id' : 'question_id')} in (select question_id from question_tags where tag_id = ${match.tag_id})`,
      ]),
  ...textConditions(db, match, match.kind === 'question' ? ['title'] : ['original_text']),
]

const commentState = (match: Match): Condition[] => {
  if (match.state === '' || isSortedAfterwards(match)) return besides(match.state)
  return [sql`(status + 0) = ${POST_STATUS[match.state] ?? 0}`]
}

const commentConditions = (db: Db, match: Match): Condition[] => [
  ...commentState(match),
  ...(match.question_id === undefined ? [] : [sql<SqlBool>`question_id = ${match.question_id}`]),
  ...(match.tag_id === undefined
    ? []
    : [sql<SqlBool>`question_id in (select question_id from question_tags where tag_id = ${match.tag_id})`]),
  ...textConditions(db, match, ['original_text']),
]

const textConditions = (db: Db, { number, piece }: Match, columns: string[]): Condition[] => {
  if (piece === '') return []
  const parts = columns.map((column) => containing(db, column, piece))
  return [sql<SqlBool>`(${sql.join([...parts, ...(number === undefined ? [] : [sql`id = ${number}`])], sql` or `)})`]
}

const neverActivated = sql<SqlBool>`(mail_status = ${MAIL_STATUS.waiting} and not exists (select 1 from events
  where events.type = 'user.activated' and events.object_type = 'user' and events.object_id = users.id))`
const notSeenSince = (time: number) => sql<SqlBool>`(users.created_at < ${time} and users.last_login_at < ${time}
  and not exists (select 1 from sessions where sessions.user_id = users.id and sessions.used_at >= ${time}))`

const userConditions = (db: Db, match: Match): Condition[] => {
  const present = sql<SqlBool>`status <> ${sql.lit(USER_STATUS.deleted)}`
  const states: Record<string, Condition[]> = {
    '': [present],
    normal: [sql`status = ${USER_STATUS.normal}`, sql`mail_status = ${MAIL_STATUS.activated}`],
    inactive: [sql`status = ${USER_STATUS.normal}`, sql`mail_status = ${MAIL_STATUS.waiting}`],
    suspended: [sql`status = ${USER_STATUS.suspended}`],
    deleted: [sql`status = ${USER_STATUS.deleted}`, notErased],
    staff: [sql`role_id > 1`, sql`role_id <> ${ROLE.user}`],
    never: [neverActivated],
    no_email: [sql`e_mail is null`],
    unseen: [notSeenSince(match.unseen_since)],
  }
  // Deleted members are only meant where they are asked for.
  const wanted = [match.state === 'deleted' ? 'deleted' : '', match.state, ...(match.also ?? []).filter(Boolean)]
  return [
    ...[...new Set(wanted)].flatMap((state) => states[state] ?? []),
    ...textConditions(db, match, ['username', 'display_name', 'e_mail']),
  ]
}

const TABLE = { question: 'posts', answer: 'posts', comment: 'comments', user: 'users' } as const

/** Undecided flags; those on a member are on what they wrote. */
const flaggedBy = ({ kind }: Match): Condition =>
  kind === 'user'
    ? sql`id in (select author_id from reports where status = 1)`
    : sql`id in (select object_id from reports where status = 1 and object_type = ${kind})`

const conditionsOf = (db: Db, match: Match): Condition[] => {
  const { kind, ids, author_id, since, until, score_min, score_max, flagged } = match
  const score = sql.ref(kind === 'user' ? 'rank' : 'score')
  const own = { question: postConditions, answer: postConditions, comment: commentConditions, user: userConditions }
  return [
    ...own[kind](db, match),
    ...(ids ? [ids.length ? sql<SqlBool>`id in (${sql.join(ids)})` : sql<SqlBool>`1 = 0`] : []),
    ...(author_id === undefined || kind === 'user' ? [] : [sql<SqlBool>`user_id = ${author_id}`]),
    ...(since ? [sql<SqlBool>`created_at >= ${since}`] : []),
    ...(until ? [sql<SqlBool>`created_at < ${until}`] : []),
    ...(score_min === undefined ? [] : [sql<SqlBool>`${score} >= ${score_min}`]),
    ...(score_max === undefined ? [] : [sql<SqlBool>`${score} <= ${score_max}`]),
    ...(flagged ? [flaggedBy(match)] : []),
  ]
}

const found = (db: Db, match: Match) =>
  db
    .selectFrom(TABLE[match.kind] as 'posts')
    .where((eb: ExpressionBuilder<DB, 'posts'>) => eb.and(conditionsOf(db, match)))

const SLOW_STATES = new Set<string>(['never', 'no_email', 'unseen'])

/** Whether more than one index's beginning has to be read: then nobody else waits for it. */
const isSimple = ({
  ids,
  piece,
  state,
  also = [],
  author_id,
  tag_id,
  since,
  until,
  score_min,
  score_max,
  flagged,
}: Match) =>
  ids !== undefined ||
  (piece === '' &&
    ![state, ...also].some((one) => SLOW_STATES.has(one)) &&
    author_id === undefined &&
    tag_id === undefined &&
    !since &&
    !until &&
    score_min === undefined &&
    score_max === undefined &&
    !flagged)

const read = <T>(
  db: Db,
  match: Match,
  query: { compile: () => CompiledQuery<T>; execute: () => Promise<T[]> },
): Promise<T[]> => (isSimple(match) ? query.execute() : slowRead(db, query.compile()))

export const pageQuery = (db: Db, match: Match, page: Page) => {
  const ids = found(db, match).select('id')
  const time = isSortedAfterwards(match) ? sql`(created_at + 0)` : sql.ref('created_at')
  const ordered = match.kind === 'user' ? ids : ids.orderBy(time, 'desc')
  return ordered.orderBy('id', 'desc').limit(page.page_size).offset(offsetOf(page))
}

/** The ids of a page, newest first. */
export const listMatching = async (db: Db, match: Match, page: Page) =>
  (await read(db, match, pageQuery(db, match, page))).map(({ id }) => id)

export const countQuery = (db: Db, match: Match) =>
  found(db, match).select(({ fn }) => fn.countAll<number>().as('count'))

export const countMatching = async (db: Db, match: Match) => (await read(db, match, countQuery(db, match)))[0]!.count

/** Those after one, in the order of ids: what changes its state meanwhile is neither passed over nor met twice. */
export const walkMatching = async (
  db: Db,
  match: Match,
  { after, upto, limit }: { after: number; upto: number; limit: number },
) =>
  (
    await slowRead(
      db,
      found(db, match)
        .select('id')
        .where('id', '>', after)
        .where('id', '<=', upto)
        .orderBy('id')
        .limit(limit)
        .compile(),
      { limit: 30_000 },
    )
  ).map(({ id }) => id)

/** The newest there is. */
export const lastId = async (db: Db, kind: Match['kind']) =>
  (
    await db
      .selectFrom(TABLE[kind] as 'posts')
      .select(({ fn }) => fn.max<number | null>('id').as('id'))
      .executeTakeFirst()
  )?.id ?? 0
