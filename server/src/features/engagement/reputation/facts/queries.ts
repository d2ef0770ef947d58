import { ACCEPTED_POINTS, ACCEPTING_POINTS, EDIT_POINTS, VOTE_POINTS } from '@askwell/contract/reputation.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Within } from '../../../../db/checks.ts'
import type { Db } from '../../../../db/dialect.ts'
import type { Flag } from '../../../../db/tables.ts'
import type { Reason } from '../policy.ts'

// The ledger once more, from votes, acceptances and edits: what each of them is worth to whom.

/** What something was worth when it happened, and is not in the ledger. */
export interface MissingEntry {
  user_id: number
  due: number
  reason: Reason
  cause: string
  capped: Flag
  post_id: number
  trigger_user_id: number
  created_at: number
}

const without = (cause: RawBuilder<unknown>, user_id: string, reason: RawBuilder<unknown>) =>
  sql<SqlBool>`not exists (select 1 from reputation_entries as entries where entries.cause = ${cause}
    and entries.user_id = ${sql.ref(user_id)} and entries.reason = ${reason} and entries.taken_back_at = 0)`

const exists = (user_id: string) =>
  sql<SqlBool>`exists (select 1 from users as somebody where somebody.id = ${sql.ref(user_id)})`

const voteCause = sql`'vote:' || votes.id`
const votedReason = sql`posts.kind || '.voted_' || votes.direction`
const { question, answer } = VOTE_POINTS
const votedPoints = sql`case votes.direction when 'up' then ${sql.lit(question.up.author)} else ${sql.lit(question.down.author)} end`

const votesReceived = (
  within: Within,
) => sql`select posts.user_id, ${votedPoints} as due, ${votedReason} as reason, ${voteCause} as cause,
    case votes.direction when 'up' then 1 else 0 end as capped, posts.id as post_id, votes.user_id as trigger_user_id, votes.created_at
  from posts inner join votes on votes.post_id = posts.id
  where ${within('posts.user_id')} and ${exists('posts.user_id')} and ${without(voteCause, 'posts.user_id', votedReason)}`

const downvotesCast = (
  within: Within,
) => sql`select votes.user_id, ${sql.lit(answer.down.voter)} as due, 'answer.vote_down' as reason, ${voteCause} as cause,
    0 as capped, posts.id as post_id, votes.user_id as trigger_user_id, votes.created_at
  from votes inner join posts on posts.id = votes.post_id
  where ${within('votes.user_id')} and posts.kind = 'answer' and votes.direction = 'down' and ${exists('votes.user_id')}
    and ${without(voteCause, 'votes.user_id', sql`'answer.vote_down'`)}`

/** The last that was said of an answer's acceptance; nothing is said where it came from another site. */
const lastAcceptance = (answer_id: RawBuilder<unknown>) => sql`select max(events.id) from events
  where events.object_type = 'answer' and events.object_id = ${answer_id} and events.type in ('answer.accepted', 'answer.unaccepted')`

const acceptances = (who: 'answers' | 'questions', reason: 'answer.accepted' | 'answer.accept', points: number) => {
  const cause = sql`'acceptance:' || answers.id`
  const user_id = `${who}.user_id`
  return (
    within: Within,
  ) => sql`select ${sql.ref(user_id)} as user_id, ${sql.lit(points)} as due, ${sql.lit(reason)} as reason, ${cause} as cause,
      0 as capped, answers.id as post_id, accepted.actor_id as trigger_user_id, accepted.created_at
    from posts as answers inner join posts as questions on questions.id = answers.question_id
    inner join events as accepted on accepted.id = (${lastAcceptance(sql`answers.id`)})
    where ${within(user_id)} and answers.kind = 'answer' and (questions.accepted_answer_id = answers.id or answers.was_accepted = 1)
      and answers.user_id <> questions.user_id and accepted.type = 'answer.accepted' and ${exists(user_id)}
      and ${without(cause, user_id, sql.lit(reason))}`
}

const editCause = sql`'edit:' || revisions.id`
const editsApproved = (
  within: Within,
) => sql`select revisions.user_id, ${sql.lit(EDIT_POINTS)} as due, 'edit.accepted' as reason, ${editCause} as cause,
    0 as capped, case revisions.object_type when 'tag' then 0 else revisions.object_id end as post_id, revisions.decided_by as trigger_user_id, revisions.decided_at as created_at
  from revisions
  where ${within('revisions.user_id')} and revisions.status = 2 and revisions.decided_at > 0 and ${exists('revisions.user_id')}
    and (revisions.object_type = 'tag' or exists (select 1 from posts where posts.id = revisions.object_id and posts.user_id <> revisions.user_id))
    and ${without(editCause, 'revisions.user_id', sql`'edit.accepted'`)}`

const FACTS = [
  votesReceived,
  downvotesCast,
  acceptances('answers', 'answer.accepted', ACCEPTED_POINTS),
  acceptances('questions', 'answer.accept', ACCEPTING_POINTS),
  editsApproved,
]

const missing = (within: Within) =>
  sql.join(
    FACTS.map((fact) => fact(within)),
    sql` union all `,
  )

const WORTH = {
  'question.voted_up': question.up.author,
  'question.voted_down': question.down.author,
  'answer.voted_up': answer.up.author,
  'answer.voted_down': answer.down.author,
  'answer.vote_down': answer.down.voter,
  'answer.accepted': ACCEPTED_POINTS,
  'answer.accept': ACCEPTING_POINTS,
  'edit.accepted': EDIT_POINTS,
} as const satisfies Partial<Record<Reason, number>>

const worth = sql`case reason ${sql.join(
  Object.entries(WORTH).map(([reason, points]) => sql`when ${sql.lit(reason)} then ${sql.lit(points)}`),
  sql` `,
)} end`

const number = (prefix: string) =>
  sql`case when cause like ${sql.lit(`${prefix}:%`)} then cast(substr(cause, ${sql.lit(prefix.length + 2)}) as bigint) end`

/** In force, but nothing stands behind it (any more), or it has another value than that is worth. */
const unfounded = sql<SqlBool>`taken_back_at = 0 and cause <> '' and (
    (cause like 'vote:%' and not exists (select 1 from votes inner join posts on posts.id = votes.post_id where votes.id = ${number('vote')}
      and case reason when 'answer.vote_down' then votes.user_id else posts.user_id end = reputation_entries.user_id))
    or (cause like 'acceptance:%' and not exists (select 1 from posts as answers inner join posts as questions on questions.id = answers.question_id
      where answers.id = ${number('acceptance')} and answers.user_id <> questions.user_id
      and case reason when 'answer.accept' then questions.user_id else answers.user_id end = reputation_entries.user_id))
    or (cause like 'acceptance:%' and coalesce((select type from events where events.id = (${lastAcceptance(number('acceptance'))})), '') <> 'answer.accepted')
    or (cause like 'edit:%' and not exists (select 1 from revisions where revisions.id = ${number('edit')} and revisions.status = 2 and revisions.decided_at > 0))
    or (${worth}) <> due or (due > 0 and (points < 0 or points > due)) or (due < 0 and (points > 0 or points < due)))`

/** Users for whom the ledger says something else than votes, acceptances and edits do. */
export const deviating = (within: Within) => sql<{ id: number }>`select distinct user_id as id from (
    select user_id from (${missing(within)}) as facts
    union all select user_id from reputation_entries where ${within('user_id')} and ${unfounded}) as found`

const among =
  (ids: number[]): Within =>
  (column) =>
    sql<SqlBool>`${sql.ref(column)} in (${sql.join(ids)})`

/** What these users should have in the ledger and haven't, in the order in which it happened. */
export const listMissing = async (db: Db, user_ids: number[]) =>
  (
    await sql<MissingEntry>`select * from (${missing(among(user_ids))}) as facts order by created_at, cause, user_id`.execute(
      db,
    )
  ).rows

/** What these users have in the ledger without a reason for it. */
export const listUnfounded = async (db: Db, user_ids: number[]) =>
  (
    await sql<{
      id: number
    }>`select id from reputation_entries where ${among(user_ids)('user_id')} and ${unfounded} order by id`.execute(db)
  ).rows.map(({ id }) => id)
