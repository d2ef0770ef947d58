import {
  BADGE_FIELDS,
  type BadgeActivity,
  type BadgeCondition,
  USER_FIELDS,
  type UserField,
} from '@askwell/contract/badge-rules.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { DAY, HOUR } from '../../../../lib/clock.ts'
import { USER_STATUS } from '../../../../lib/actor.ts'
import { activities, type Scope } from '../activities/queries.ts'

/** A badge with its rule, as far as matching goes. */
export interface Ruled {
  id: number
  is_single: boolean
  activity: BadgeActivity
  conditions: BadgeCondition[]
  count: number
}

export interface Match {
  user_id: number
  thing: number
  object_type: '' | 'question' | 'answer' | 'comment'
  object_id: number
  question_id: number
  /** Which badges' conditions it meets. */
  badges: number[]
}

const isOfUser = (field: string): field is UserField => (USER_FIELDS as readonly string[]).includes(field)

const condition = ({ field, value }: BadgeCondition): RawBuilder<SqlBool> => {
  if (field === 'tag')
    return sql`exists (select 1 from question_tags inner join tags on tags.id = question_tags.tag_id
      where question_tags.question_id = done.question_id and tags.slug_name = ${value})`
  if (field === 'hours') return sql`done.seconds <= ${Number(value) * HOUR}`
  if (BADGE_FIELDS[field] === 'yes') return sql`${sql.ref(`done.${field}`)} = 1`
  return sql`${sql.ref(`done.${field}`)} >= ${value}`
}
/** What must be so of the thing. */
const meets = ({ conditions }: Ruled): RawBuilder<SqlBool> => {
  const parts = conditions.filter(({ field }) => !isOfUser(field)).map(condition)
  return parts.length ? sql<SqlBool>`${sql.join(parts, sql` and `)}` : sql<SqlBool>`1 = 1`
}
const flag = (rule: Ruled) => sql`case when ${meets(rule)} then 1 else 0 end`
const name = ({ id }: Ruled) => sql.ref(`badge_${id}`)

type Flags = Record<`badge_${number}`, number>
/** Once for all rules: a subquery in a column would otherwise run for each of them. */
const doneBy = (activity: BadgeActivity, scope: Scope, now: number) =>
  sql`with done as materialized (${activities[activity as keyof typeof activities](scope, now)})`

/** The things in scope that meet the conditions of at least one of these badges, all of one activity. */
export const listMatches = async (db: Db, rules: Ruled[], scope: Scope, now: number): Promise<Match[]> => {
  const flags = rules.map((rule) => sql`${flag(rule)} as ${name(rule)}`)
  const { rows } = await sql<Omit<Match, 'badges'> & Flags>`
    ${doneBy(rules[0]!.activity, scope, now)}
    select * from (select done.user_id, done.thing, done.object_type, done.object_id, done.question_id, ${sql.join(flags)} from done) as found
    where ${sql.join(
      rules.map((rule) => sql`${name(rule)} = 1`),
      sql` or `,
    )}`.execute(db)
  return rows.map((row) => ({
    user_id: row.user_id,
    thing: row.thing,
    object_type: row.object_type,
    object_id: row.object_id,
    question_id: row.question_id,
    badges: rules.filter(({ id }) => row[`badge_${id}`] === 1).map(({ id }) => id),
  }))
}

/** How many things of each user in scope meet the conditions, for each of these badges of one activity. */
export const countMatches = async (db: Db, rules: Ruled[], scope: Scope, now: number) => {
  const sums = rules.map((rule) => sql`sum(${flag(rule)}) as ${name(rule)}`)
  const { rows } = await sql<{ user_id: number } & Flags>`
    ${doneBy(rules[0]!.activity, scope, now)} select done.user_id, ${sql.join(sums)} from done group by done.user_id`.execute(
    db,
  )
  return rows.map((row) => ({
    user_id: row.user_id,
    counts: new Map(rules.map(({ id }) => [id, row[`badge_${id}`]])),
  }))
}

/** How far somebody has come at most with one thing, by what the rule asks a number of; things that have been awarded don't count. */
export const bestOf = async (db: Db, rules: (Ruled & { field: string })[], user_id: number, now: number) => {
  const best = rules.map((rule) => {
    const others = meets({ ...rule, conditions: rule.conditions.filter(({ field }) => field !== rule.field) })
    const awarded = sql`exists (select 1 from badge_awards where badge_id = ${rule.id} and user_id = ${user_id} and award_key = cast(done.thing as text))`
    return sql`max(case when ${others} and not ${awarded} then ${sql.ref(`done.${rule.field}`)} else 0 end) as ${name(rule)}`
  })
  const { rows } = await sql<Flags>`
    ${doneBy(rules[0]!.activity, { users: { from: user_id, to: user_id } }, now)} select ${sql.join(best)} from done`.execute(
    db,
  )
  return new Map(rules.map(({ id }) => [id, rows[0]?.[`badge_${id}`] ?? 0]))
}

/** What conditions ask of users themselves; without those who are deleted, who get no badges. */
export const listUserFigures = async (db: Db, ids: number[], now: number) =>
  (
    await db
      .selectFrom('users')
      .select((eb) => [
        'id',
        'rank as reputation',
        sql<number>`(${now} - created_at) / ${sql.lit(DAY)}`.as('member_days'),
        eb
          .selectFrom('votes')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('votes.user_id', '=', 'users.id')
          .where('direction', '=', 'up')
          .as('votes_given'),
      ])
      .where('id', 'in', ids)
      .where('status', '!=', USER_STATUS.deleted)
      .execute()
  ).map((row) => ({ ...row, votes_given: row.votes_given ?? 0 }))
