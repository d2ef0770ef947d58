import { type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

const DUE: Record<string, number> = {
  'question.voted_up': 10,
  'question.voted_down': -2,
  'answer.voted_up': 10,
  'answer.voted_down': -2,
  'answer.vote_down': -1,
  'answer.accepted': 15,
  'answer.accept': 2,
  'edit.accepted': 2,
  'user.activated': 1,
}

/** What was cut whole used to have no entry at all: now it has one with 0 points, so that each vote can be found in the ledger. */
const addCutVotes = async (db: Kysely<any>, who: string, reason: string, due: string, where: string) =>
  sql`insert into reputation_entries (user_id, points, due, note, reason, cause, capped, post_id, trigger_user_id, created_at, taken_back_at)
    select ${sql.raw(who)}, 0, ${sql.raw(due)}, '', ${sql.raw(reason)}, 'vote:' || votes.id, ${sql.raw(`case when ${due} > 0 then 1 else 0 end`)}, posts.id, votes.user_id, votes.created_at, 0
    from votes inner join posts on posts.id = votes.post_id inner join users on users.id = ${sql.raw(who)}
    where ${sql.raw(where)} and not exists (select 1 from reputation_entries as entries
      where entries.cause = 'vote:' || votes.id and entries.user_id = ${sql.raw(who)} and entries.taken_back_at = 0)`.execute(
    db,
  )

/** An entry says what its cause was worth beside what it brought, and staff can say why they corrected something. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .alterTable('reputation_entries')
    .addColumn('due', wide(db), (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('reputation_entries')
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`update reputation_entries set due = points`.execute(db)
  for (const [reason, due] of Object.entries(DUE))
    await sql`update reputation_entries set due = ${sql.lit(due)} where reason = ${sql.lit(reason)} and cause <> ''`.execute(
      db,
    )
  await addCutVotes(
    db,
    'posts.user_id',
    `posts.kind || '.voted_' || votes.direction`,
    `case votes.direction when 'up' then 10 else -2 end`,
    'posts.user_id <> votes.user_id',
  )
  await addCutVotes(
    db,
    'votes.user_id',
    `'answer.vote_down'`,
    '-1',
    `posts.kind = 'answer' and votes.direction = 'down' and posts.user_id <> votes.user_id`,
  )
  await sql`create index reputation_in_force on reputation_entries (user_id, reason, created_at desc, id desc) where taken_back_at = 0`.execute(
    db,
  )
}
