import { type RawBuilder, sql } from 'kysely'
import { type Db, isPostgres } from '../../../db/dialect.ts'
import { slowRead } from '../../../db/slow-reads.ts'
import { DAY } from '../../../lib/clock.ts'
import { inLists, isAnswer, isQuestion } from '../../../db/visible.ts'

/** Tables whose rows are counted by the day they are of. Their ids grow. */
export const SOURCES = ['posts', 'comments', 'votes', 'users', 'events'] as const
export type Source = (typeof SOURCES)[number]

const dayIn = (column: string) => sql<number>`${sql.ref(column)} / ${sql.lit(DAY)}`

const lastIds: Record<Source | 'files', (db: Db) => Promise<{ id: number | null } | undefined>> = {
  posts: (db) =>
    db
      .selectFrom('posts')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst(),
  comments: (db) =>
    db
      .selectFrom('comments')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst(),
  votes: (db) =>
    db
      .selectFrom('votes')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst(),
  users: (db) =>
    db
      .selectFrom('users')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst(),
  files: (db) =>
    db
      .selectFrom('files')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst(),
  events: (db) =>
    db
      .selectFrom('events')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst(),
}
export const lastId = async (db: Db, source: Source | 'files') => (await lastIds[source](db))?.id ?? 0

/** More tags, or users and invitations, than so many; it counts no further. */
export const hasTags = async (db: Db, more_than: number) =>
  (
    await db
      .selectFrom('tags')
      .select('id')
      .where('status', '=', 1)
      .limit(more_than + 1)
      .execute()
  ).length > more_than
/** Imported members, who have no address, were invited by nobody. */
export const hasInvited = async (db: Db, more_than: number) =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('e_mail', '>', '')
      .limit(more_than + 1)
      .execute()
  ).length > more_than ||
  (await db.selectFrom('site_invitations').select('id').limit(1).executeTakeFirst()) !== undefined

export const listCursors = (db: Db) => db.selectFrom('daily_cursors').selectAll().execute()

export const saveCursor = (db: Db, source: Source, done_id: number, seen_id: number) =>
  db
    .insertInto('daily_cursors')
    .values({ source, done_id, seen_id })
    .onConflict((on) => on.column('source').doUpdateSet({ done_id, seen_id }))
    .execute()

/** @returns false where another process has counted from there meanwhile. */
export const advanceCursor = async (
  db: Db,
  source: Source,
  from: number,
  { done_id, seen_id }: { done_id: number; seen_id: number },
) =>
  (
    await db
      .updateTable('daily_cursors')
      .set({ done_id, seen_id })
      .where('source', '=', source)
      .where('done_id', '=', from)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Rows with an id above `after`, up to and including `until`. */
export interface Slice {
  after: number
  until: number
}
export interface Figure {
  day: number
  name: string
  value: number
}

const within = ({ after, until }: Slice, column = 'id') =>
  sql<boolean>`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${until}`

const rowsByDay = (db: Db, table: 'comments' | 'votes' | 'users', slice: Slice) =>
  slowRead(
    db,
    sql<Figure>`select ${dayIn('created_at')} as day, ${sql.lit(table)} as name, count(*) as value
      from ${sql.table(table)} where ${within(slice)} group by 1`.compile(db),
  )

const postsByDay = (db: Db, slice: Slice) =>
  slowRead(
    db,
    sql<Figure>`select ${dayIn('created_at')} as day,
      case when ${isQuestion()} then 'questions' else 'answers' end as name, count(*) as value
      from posts where ${within(slice)} group by 1, 2`.compile(db),
  )

/** First answers: the day of the question, how late the answer came, and the day of the answer. Two of one second are told apart by their ids. */
const firstAnswers = (db: Db, slice: Slice) =>
  slowRead(
    db,
    sql<{ asked: number; answered: number; seconds: number }>`
      select ${dayIn('question.created_at')} as asked, ${dayIn('answer.created_at')} as answered,
        answer.created_at - question.created_at as seconds
      from posts as answer join posts as question on question.id = answer.question_id
      where ${isAnswer('answer')} and ${within(slice, 'answer.id')} and not exists (
        select 1 from posts as earlier where earlier.question_id = answer.question_id and ${isAnswer('earlier')}
          and (earlier.created_at < answer.created_at or (earlier.created_at = answer.created_at and earlier.id < answer.id)))`.compile(
      db,
    ),
  )

const actorsByDay = (db: Db, slice: Slice) =>
  slowRead(
    db,
    sql<{ day: number; user_id: number }>`select distinct ${dayIn('created_at')} as day, actor_id as user_id
      from events where ${within(slice)} and actor_id > 0`.compile(db),
  )

export { actorsByDay, firstAnswers, postsByDay, rowsByDay }

export const addFigures = async (db: Db, figures: Figure[]) => {
  for (let from = 0; from < figures.length; from += 500)
    await db
      .insertInto('daily_figures')
      .values(figures.slice(from, from + 500))
      .onConflict((on) =>
        on
          .columns(['day', 'name'])
          .doUpdateSet((eb) => ({ value: eb('daily_figures.value', '+', eb.ref('excluded.value')) })),
      )
      .execute()
}

/** @returns the days on which somebody was seen for the first time that day, with how many. */
export const addActive = async (db: Db, seen: { day: number; user_id: number }[]) => {
  const added = new Map<number, number>()
  for (let from = 0; from < seen.length; from += 500)
    for (const { day } of await db
      .insertInto('active_days')
      .values(seen.slice(from, from + 500))
      .onConflict((on) => on.doNothing())
      .returning('day')
      .execute())
      added.set(day, (added.get(day) ?? 0) + 1)
  return added
}

export const deleteActiveBefore = (db: Db, day: number) => db.deleteFrom('active_days').where('day', '<', day).execute()

export const listFigures = (db: Db, from: number, until: number) =>
  db.selectFrom('daily_figures').selectAll().where('day', '>=', from).where('day', '<=', until).execute()

export interface Totals {
  questions: number
  resolved: number
  unanswered: number
  answers: number
  comments: number
  votes: number
  users: number
  bytes: number
}

type Counted = Partial<Record<keyof Totals, RawBuilder<unknown>>>
const COUNTED: Record<Exclude<Source, 'events'> | 'files', Counted> = {
  posts: {
    questions: inLists(),
    resolved: sql`${inLists()} and accepted_answer_id > 0`,
    unanswered: sql`${inLists()} and answer_count = 0`,
    answers: sql`${isAnswer()} and status < 10`,
  },
  comments: { comments: sql`status = 1` },
  votes: { votes: sql`1 = 1` },
  users: { users: sql`status < 10` },
  files: {},
}

/** What one slice of a table adds to the totals. */
export const countSlice = async (
  db: Db,
  table: keyof typeof COUNTED,
  slice: Slice,
): Promise<Partial<Record<keyof Totals, number>>> => {
  const columns =
    table === 'files'
      ? [sql`coalesce(sum(case when deleted_at = 0 then bytes end), 0) as bytes`]
      : Object.entries(COUNTED[table]).map(
          ([name, condition]) => sql`coalesce(sum(case when ${condition} then 1 end), 0) as ${sql.ref(name)}`,
        )
  const [sums] = await slowRead(
    db,
    sql<Partial<Totals>>`select ${sql.join(columns)} from ${sql.table(table)} where ${within(slice)}`.compile(db),
  )
  return sums!
}

export interface DatabaseFacts {
  version: string
  bytes: number
  /** Its clock, in epoch seconds. */
  now: number
}

export const describeDatabase = async (db: Db): Promise<DatabaseFacts> => {
  const asked = isPostgres(db)
    ? sql<{
        version: string
        bytes: number
        now: number
      }>`select 'PostgreSQL ' || current_setting('server_version') as version,
        pg_database_size(current_database()) as bytes, extract(epoch from clock_timestamp())::bigint as now`
    : sql<DatabaseFacts>`select 'SQLite ' || sqlite_version() as version,
        (select page_count from pragma_page_count) * (select page_size from pragma_page_size) as bytes,
        cast(strftime('%s', 'now') as integer) as now`
  return (await asked.execute(db)).rows[0]!
}

export const newestEventAt = async (db: Db) =>
  (await db.selectFrom('events').select('created_at').orderBy('id', 'desc').limit(1).executeTakeFirst())?.created_at ??
  0

/** Posts that couldn't be brought into the search index yet. */
export const countUnindexed = async (db: Db) =>
  (
    await db
      .selectFrom('jobs')
      .where('effect', 'like', '%/indexPost')
      .where('last_error', 'is not', null)
      .where('last_error', '<>', '')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
