import type { BadgeActivity } from '@askwell/contract/badge-rules.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { DAY } from '../../../../lib/clock.ts'

/** Which of all that was done is looked at: by some users, or one thing, or both. */
export interface Scope {
  users?: { from: number; to: number }
  thing?: number
}

const YEAR = 365.25 * DAY
const NOTHING = sql`'' as object_type, 0 as object_id, 0 as question_id`

const within = ({ users, thing }: Scope, user: string, its: string) => {
  const parts: RawBuilder<SqlBool>[] = [sql`${sql.ref(user)} > 0`]
  if (users) parts.push(sql`${sql.ref(user)} between ${users.from} and ${users.to}`)
  if (thing !== undefined) parts.push(sql`${sql.ref(its)} = ${thing}`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** Those that were imported are only known as a sum. */
const upvotes = sql`case when posts.carried_score > 0 then posts.carried_score else 0 end
  + (select count(*) from votes where votes.post_id = posts.id and votes.direction = 'up')`

const post = (scope: Scope, kind: RawBuilder<SqlBool>) => sql`
  select posts.user_id, posts.id as thing, posts.kind as object_type, posts.id as object_id, posts.question_id,
    posts.score, posts.view_count as views, posts.answer_count as answers, ${upvotes} as upvotes,
    case when question.accepted_answer_id = posts.id then 1 else 0 end as accepted,
    posts.created_at - question.created_at as seconds
  from posts inner join posts as question on question.id = posts.question_id
  where ${within(scope, 'posts.user_id', 'posts.id')} and ${kind} and posts.status < 10 and question.status < 10`

/** A post of somebody else's that one did something to. */
const onPost = sql`posts.kind as object_type, posts.id as object_id, posts.question_id`
const shown = sql<SqlBool>`posts.status < 10 and question.status < 10`
const joinPost = (id: string) =>
  sql`inner join posts on posts.id = ${sql.ref(id)} inner join posts as question on question.id = posts.question_id`

/** What users have done, one row each: who, which thing, what it is about, and what conditions look at. */
export const activities: Record<
  Exclude<BadgeActivity, 'best_month'>,
  (scope: Scope, now: number) => RawBuilder<unknown>
> = {
  question: (scope) => post(scope, sql`posts.kind = 'question'`),
  answer: (scope) => post(scope, sql`posts.kind = 'answer'`),
  post: (scope) => post(scope, sql`posts.kind in ('question', 'answer')`),
  comment: (scope) => sql`
    select comments.user_id, comments.id as thing, 'comment' as object_type, comments.id as object_id, comments.question_id, comments.score
    from comments ${joinPost('comments.post_id')}
    where ${within(scope, 'comments.user_id', 'comments.id')} and comments.status = 1 and ${shown}`,
  edit: (scope) => sql`
    select distinct revisions.user_id, posts.id as thing, ${onPost} from revisions ${joinPost('revisions.object_id')}
    where ${within(scope, 'revisions.user_id', 'revisions.object_id')} and revisions.number > 1 and revisions.object_type = posts.kind and ${shown}`,
  // Who accepted is only known of what was accepted here; else it was the asker.
  acceptance: (scope) => sql`
    select distinct accepting.user_id, question.id as thing, 'answer' as object_type, question.accepted_answer_id as object_id, question.id as question_id from (
      select user_id, id as question_id from posts where ${within(scope, 'posts.user_id', 'posts.id')} and kind = 'question' and accepted_answer_id > 0
        and not exists (select 1 from events where events.question_id = posts.id and events.type in ('answer.accepted', 'answer.unaccepted'))
      union all select actor_id, question_id from events where ${within(scope, 'events.actor_id', 'events.question_id')} and type = 'answer.accepted'
    ) as accepting inner join posts as question on question.id = accepting.question_id
    where question.status < 10 and question.accepted_answer_id > 0`,
  reaction: (scope) => sql`
    select distinct reactions.user_id, posts.id as thing, ${onPost} from reactions ${joinPost('reactions.post_id')}
    where ${within(scope, 'reactions.user_id', 'reactions.post_id')} and ${shown}`,
  // What somebody votes for, and what they flag, is their own business.
  vote: (scope) => sql`
    select user_id, post_id as thing, ${NOTHING} from votes where ${within(scope, 'votes.user_id', 'votes.post_id')}
    union all select user_id, comment_id, ${NOTHING} from comment_votes where ${within(scope, 'comment_votes.user_id', 'comment_votes.comment_id')}`,
  voting_day: ({ users, thing }) => {
    const onDay = (table: string) =>
      thing === undefined
        ? sql<SqlBool>`${within({ users }, `${table}.user_id`, '')}`
        : sql<SqlBool>`${within({ users }, `${table}.user_id`, '')} and ${sql.ref(`${table}.created_at`)} >= ${thing * DAY} and ${sql.ref(`${table}.created_at`)} < ${(thing + 1) * DAY}`
    return sql`
    select user_id, day as thing, ${NOTHING}, count(*) as votes from (
      select user_id, created_at / ${sql.lit(DAY)} as day from votes where ${onDay('votes')} and direction = 'up'
      union all select user_id, created_at / ${sql.lit(DAY)} from comment_votes where ${onDay('comment_votes')}
    ) as cast_votes group by user_id, day`
  },
  flag: (scope) => sql`
    select user_id, id as thing, ${NOTHING} from reports where ${within(scope, 'reports.user_id', 'reports.id')}`,
  share: (scope) => sql`
    select post_shares.user_id, posts.id as thing, ${onPost}, post_shares.visitors from post_shares ${joinPost('post_shares.post_id')}
    where ${within(scope, 'post_shares.user_id', 'post_shares.post_id')} and ${shown}`,
  link: (scope) => sql`
    select distinct posts.user_id, posts.id as thing, ${onPost} from posts inner join posts as question on question.id = posts.question_id
    where ${within(scope, 'posts.user_id', 'posts.id')} and ${shown} and exists (select 1 from question_links where question_links.from_post_id = posts.id)`,
  link_visit: (scope) => sql`
    select posts.user_id, link_visits.id as thing, ${onPost}, link_visits.visitors from posts
    inner join posts as question on question.id = posts.question_id inner join link_visits on link_visits.post_id = posts.id
    where ${within(scope, 'posts.user_id', 'link_visits.id')} and ${shown}`,
  invitation: (scope) => sql`
    select invitations.inviter_id as user_id, invitations.user_id as thing, ${NOTHING},
      max(case when answers.id is null then 0 else 1 end) as answered, max(coalesce(answers.score, 0)) as score
    from invitations left join posts as answers on answers.question_id = invitations.question_id and answers.user_id = invitations.user_id
      and answers.kind = 'answer' and answers.status < 10
    where ${within(scope, 'invitations.inviter_id', 'invitations.user_id')} and invitations.withdrawn_at = 0
    group by invitations.inviter_id, invitations.user_id`,
  reading: (scope) => sql`
    select had.user_id, posts.id as thing, ${onPost}, posts.answer_count as answers from (
      select answers_read.user_id, answers_read.question_id, count(*) as number from answers_read
      inner join posts as answers on answers.id = answers_read.answer_id and answers.status < 10
      where ${within(scope, 'answers_read.user_id', 'answers_read.question_id')} group by answers_read.user_id, answers_read.question_id
    ) as had inner join posts on posts.id = had.question_id where posts.status < 10 and had.number >= posts.answer_count`,
  profile: (scope) => sql`
    select id as user_id, id as thing, ${NOTHING} from users where ${within(scope, 'users.id', 'users.id')} and bio <> ''`,
  visit: (scope) => sql`
    select user_id, user_id as thing, ${NOTHING}, most_days as days from user_visits where ${within(scope, 'user_visits.user_id', 'user_visits.user_id')}`,
  guidelines: (scope) => sql`
    select user_id, user_id as thing, ${NOTHING} from user_visits where ${within(scope, 'user_visits.user_id', 'user_visits.user_id')} and guidelines_at > 0`,
  // A year of one's membership in which one has written something, once it is over.
  year: (scope, now) => sql`
    select distinct user_id, thing, ${NOTHING} from (
      select posts.user_id, users.created_at as joined_at, (posts.created_at - users.created_at) / ${sql.lit(YEAR)} + 1 as thing
      from posts inner join users on users.id = posts.user_id
      where ${within({ users: scope.users }, 'posts.user_id', '')} and posts.status < 10 and posts.created_at >= users.created_at
    ) as written where joined_at + thing * ${sql.lit(YEAR)} <= ${now}`,
  first_steps: (scope) => sql`
    select id as user_id, id as thing, ${NOTHING}, case when bio <> '' then 1 else 0 end
      + case when exists (select 1 from votes where votes.user_id = users.id) then 1 else 0 end
      + case when exists (select 1 from comments where comments.user_id = users.id and comments.status = 1) then 1 else 0 end
      + case when exists (select 1 from posts where posts.user_id = users.id and posts.status < 10) then 1 else 0 end as steps
    from users where ${within(scope, 'users.id', 'users.id')}`,
}

/** Of those who joined between two times, the one whose posts of that time have brought the most, and anything at all. */
export const findBestNewcomer = async (db: Db, from: number, to: number) => {
  const { rows } = await sql<{ user_id: number }>`
    select users.id as user_id from users inner join posts on posts.user_id = users.id
    where users.created_at >= ${from} and users.created_at < ${to} and users.status < 10
      and posts.created_at >= ${from} and posts.created_at < ${to} and posts.status < 10
    group by users.id, users.created_at having sum(posts.score) > 0 order by sum(posts.score) desc, users.created_at, users.id limit 1`.execute(
    db,
  )
  return rows[0]?.user_id
}
