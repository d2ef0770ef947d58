import { type Kysely, sql } from 'kysely'
import { plainText, wide } from '../dialect.ts'

const createTables = async (db: Kysely<any>) => {
  const number = sql.raw(wide(db))
  const columns = (names: string[]) =>
    sql.join(
      names.map((name) => sql`${sql.ref(name)} ${number} not null`),
      sql`, `,
    )
  await sql`create table contributions (user_id ${number} not null, period text not null, starts_at ${number} not null,
    ${columns(['reputation', 'posts', 'comments', 'edits', 'acts'])}, primary key (user_id, period, starts_at))`.execute(
    db,
  )
  await sql`create table tag_contributions (user_id ${number} not null, tag_id ${number} not null,
    ${columns(['answers', 'answer_score', 'questions', 'question_score'])}, primary key (user_id, tag_id))`.execute(db)
  await sql`create table tag_leaders (tag_id ${number} not null, place ${number} not null,
    ${columns(['user_id', 'answers', 'answer_score'])}, primary key (tag_id, place))`.execute(db)
  await sql`create table user_names (word ${plainText(db)} not null, user_id ${number} not null, primary key (word, user_id))`.execute(
    db,
  )
}

/** The directory of users: each order of it is one index. */
export const up = async (db: Kysely<any>) => {
  await createTables(db)
  const index = (name: string, table: string, columns: string, where?: string) =>
    sql.raw(`create index ${name} on ${table} (${columns})${where ? ` where ${where}` : ''}`).execute(db)
  for (const figure of ['reputation', 'acts', 'edits'])
    await index(
      `contributions_${figure}`,
      'contributions',
      `period, starts_at, ${figure} desc, user_id`,
      `period <> 'day' and ${figure} > 0`,
    )
  await index(
    'tag_contributions_leaders',
    'tag_contributions',
    'tag_id, answer_score desc, answers desc, user_id',
    'answer_score > 0',
  )
  await index('user_names_user', 'user_names', 'user_id')
  await index('users_listed_rank', 'users', 'rank desc, id', 'status < 10 and mail_status = 1')
  await index('users_listed_newest', 'users', 'created_at desc, id desc', 'status < 10 and mail_status = 1')
  await index('revisions_of_user', 'revisions', 'user_id, created_at', 'number > 1')
  await index('answers_newest', 'posts', 'created_at', `kind = 'answer'`)
  // They are filled by a job, since that takes as long as there are users.
  await sql`insert into jobs (effect, event_id, payload, run_at, attempts, locked_until)
    select 'site.imported/countAnew', 0, '{"actor_id":0,"object_type":"user","object_id":0,"question_id":0,"counted":false}', 0, 0, 0
    where exists (select 1 from users)`.execute(db)
}
