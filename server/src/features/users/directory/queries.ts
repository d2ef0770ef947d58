import type { UserOrder, UserPeriod } from '@askwell/contract/directory.ts'
import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import { DEEPEST_ROW, offsetOf, type Page } from '../../../db/page.ts'
import type { DB } from '../../../db/tables.ts'
import { listed } from '../../../db/visible.ts'
import { startOf } from '../../../lib/periods.ts'
import { isNamed } from '../users/name-words/queries.ts'

/** As the partial indexes have it: neither deleted nor without a confirmed address. */
const isListed = sql<SqlBool>`users.status < 10 and users.mail_status = 1`

export interface Wanted extends Page {
  name: string
  order: UserOrder
  period: UserPeriod
  now: number
}

type Rows = SelectQueryBuilder<DB, 'users', { id: number; figure: number }>

const isAnybody = (name: string) => name.trim() === ''
const named = (name: string, id?: string) => (isAnybody(name) ? sql<SqlBool>`1 = 1` : isNamed(name, id))

const FIGURE = { reputation: 'reputation', active: 'acts', editors: 'edits' } as const

/** From what each has done in a period: its index has the order. */
const byContribution = (db: Db, order: keyof typeof FIGURE, { period, now, name }: Wanted): Rows => {
  const figure = FIGURE[order]
  return (
    db
      .selectFrom('contributions')
      .innerJoin('users', 'users.id', 'contributions.user_id')
      .select(['users.id', `contributions.${figure} as figure`])
      .where('period', '=', period)
      .where(sql<SqlBool>`${sql.ref(figure)} > 0`)
      // As the index of the order has it; those with a name are found one by one, and the order would be walked through in vain.
      .$if(isAnybody(name), (rows) => rows.where(sql<SqlBool>`period <> 'day'`))
      .where('starts_at', '=', startOf(period, now))
      .where(isListed)
      .where(named(name, 'contributions.user_id'))
      .orderBy(`contributions.${figure}`, 'desc')
      .orderBy('contributions.user_id')
  )
}

const ordered = (db: Db, wanted: Wanted): Rows => {
  const { order, period, now, name } = wanted
  if (order === 'active' || order === 'editors' || (order === 'reputation' && period !== 'all'))
    return byContribution(db, order, wanted)
  const all = db.selectFrom('users').select(['users.id', 'users.rank as figure']).where(isListed).where(named(name))
  if (order === 'staff')
    return all
      .where(sql<SqlBool>`role_id > 1`)
      .orderBy('role_id')
      .orderBy('users.id')
  if (order === 'reputation') return all.orderBy('rank', 'desc').orderBy('users.id')
  return all
    .$if(period !== 'all', (rows) => rows.where('created_at', '>=', startOf(period, now)))
    .orderBy('created_at', 'desc')
    .orderBy('users.id', 'desc')
}

/** The users of one page and what the order goes by, and how many there are, as far as pages go. */
export const listDirectory = async (db: Db, wanted: Wanted) => {
  const rows = ordered(db, wanted)
  const { count } = await db
    .selectFrom(
      rows
        .clearOrderBy()
        .limit(DEEPEST_ROW + 1)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const page =
    offsetOf(wanted) < DEEPEST_ROW ? await rows.limit(wanted.page_size).offset(offsetOf(wanted)).execute() : []
  return { count, page }
}

/** The tags that each of these users knows best, the best first. */
export const listBestTags = async (db: Db, user_ids: number[], limit: number) =>
  user_ids.length === 0
    ? []
    : (
        await sql<{
          user_id: number
          tag_id: number
          answers: number
          questions: number
          score: number
        }>`select * from (
      select user_id, tag_id, answers, questions, answer_score + question_score as score,
        row_number() over (partition by user_id order by answer_score + question_score desc, answers + questions desc, tag_id) as place
      from tag_contributions where user_id in (${sql.join(user_ids)})) as known where place <= ${limit} order by user_id, place`.execute(
          db,
        )
      ).rows

interface Leader {
  user_id: number
  answers: number
  answer_score: number
}

export const listLeadersOfAllTime = (db: Db, tag_id: number, limit: number): Promise<Leader[]> =>
  db
    .selectFrom('tag_contributions')
    .innerJoin('users', 'users.id', 'tag_contributions.user_id')
    .select(['user_id', 'answers', 'answer_score'])
    .where('tag_id', '=', tag_id)
    .where(sql<SqlBool>`answer_score > 0`)
    .where(isListed)
    .orderBy('answer_score', 'desc')
    .orderBy('answers', 'desc')
    .orderBy('user_id')
    .limit(limit)
    .execute()

export const listLeadersLately = (db: Db, tag_id: number): Promise<Leader[]> =>
  db
    .selectFrom('tag_leaders')
    .innerJoin('users', 'users.id', 'tag_leaders.user_id')
    .select(['user_id', 'answers', 'answer_score'])
    .where('tag_id', '=', tag_id)
    .where(isListed)
    .orderBy('place')
    .execute()

/** Days on which something was gained, lost or done. */
export const listDays = (db: Db, user_id: number, since: number) =>
  db
    .selectFrom('contributions')
    .select(['starts_at', 'reputation', 'acts'])
    .where('user_id', '=', user_id)
    .where('period', '=', 'day')
    .where('starts_at', '>=', since)
    .orderBy('starts_at')
    .execute()

/** Of these names; nobody who is deleted. */
export const listByUsername = (db: Db, usernames: string[]) =>
  db.selectFrom('users').selectAll().where('username', 'in', usernames).where('status', '<', 10).execute()

/** Views of the listed questions that somebody asked or answered. */
export const sumViews = async (db: Db, user_id: number) =>
  (
    await db
      .selectFrom('posts')
      .select(({ fn }) => fn.sum<number | null>('view_count').as('sum'))
      .where('id', 'in', (eb) =>
        eb.selectFrom('posts').select('question_id').where('user_id', '=', user_id).where(listed(null)),
      )
      .executeTakeFirstOrThrow()
  ).sum ?? 0
