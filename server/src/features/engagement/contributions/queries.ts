import { sql, type SqlBool } from 'kysely'
import type { Within } from '../../../db/checks.ts'
import type { Db } from '../../../db/dialect.ts'
import { evenLength, insertMany } from '../../../db/insert-many.ts'
import type { DB } from '../../../db/tables.ts'
import { listed } from '../../../db/visible.ts'
import { DAY } from '../../../lib/clock.ts'
import { days, type Figures, underTags } from './facts/queries.ts'

type Contribution = DB['contributions']

const among =
  (ids: number[]): Within =>
  (column) =>
    sql<SqlBool>`${sql.ref(column)} in (${sql.join(ids)})`

/** What these users did on each day, from what is there. */
export const listDays = async (db: Db, user_ids: number[]) => (await days(among(user_ids)).execute(db)).rows

export const findDay = async (db: Db, user_id: number, day: number): Promise<Figures | undefined> =>
  (
    await days(
      among([user_id]),
      (column) => sql`${sql.ref(column)} >= ${day} and ${sql.ref(column)} < ${day + DAY}`,
    ).execute(db)
  ).rows[0]

/** The sum of a user's days from one time to another. */
export const sumDays = (db: Db, user_id: number, from: number, to: number): Promise<Figures> =>
  db
    .selectFrom('contributions')
    .select((eb) =>
      (['reputation', 'posts', 'comments', 'edits'] as const).map((name) =>
        eb.fn.coalesce(eb.fn.sum<number>(name), eb.lit(0)).as(name),
      ),
    )
    .where('user_id', '=', user_id)
    .where('period', '=', 'day')
    .where('starts_at', '>=', from)
    .$if(Number.isFinite(to), (rows) => rows.where('starts_at', '<', to))
    .executeTakeFirstOrThrow()

const withActs = ({ reputation, posts, comments, edits }: Figures) => ({
  reputation,
  posts,
  comments,
  edits,
  acts: posts + comments + edits,
})

type Place = Pick<Contribution, 'user_id' | 'period' | 'starts_at'>

/** A period in which nothing was done has no row. */
export const setContribution = async (db: Db, place: Place, figures: Figures | undefined) => {
  if (!figures || Object.values(withActs(figures)).every((figure) => figure === 0)) {
    await db
      .deleteFrom('contributions')
      .where('user_id', '=', place.user_id)
      .where('period', '=', place.period)
      .where('starts_at', '=', place.starts_at)
      .execute()
    return
  }
  const row = withActs(figures)
  await db
    .insertInto('contributions')
    .values({ ...place, ...row })
    .onConflict((on) => on.columns(['user_id', 'period', 'starts_at']).doUpdateSet(row))
    .execute()
}

export const replaceContributions = async (db: Db, user_ids: number[], rows: (Place & Figures)[]) => {
  await db.deleteFrom('contributions').where('user_id', 'in', user_ids).execute()
  await insertMany(
    db,
    'contributions',
    rows.map((row) => ({ user_id: row.user_id, period: row.period, starts_at: row.starts_at, ...withActs(row) })),
  )
}

/** What these users wrote under each tag, counted again. */
export const recountTagsOf = async (db: Db, user_ids: number[]) => {
  await db.deleteFrom('tag_contributions').where('user_id', 'in', user_ids).execute()
  await sql`insert into tag_contributions (user_id, tag_id, answers, answer_score, questions, question_score) ${underTags(among(user_ids))}`.execute(
    db,
  )
}

/** A vote on a post that lists show: counting all of its author's posts again would be much for one vote. */
export const addToTagScores = (
  db: Db,
  { post_id, user_id, kind, by }: { post_id: number; user_id: number; kind: 'question' | 'answer'; by: number },
) =>
  db
    .updateTable('tag_contributions')
    .set((eb) =>
      kind === 'answer'
        ? { answer_score: eb('answer_score', '+', by) }
        : { question_score: eb('question_score', '+', by) },
    )
    .where('user_id', '=', user_id)
    .where('tag_id', 'in', (eb) =>
      eb
        .selectFrom('posts')
        .innerJoin('question_tags', 'question_tags.question_id', 'posts.question_id')
        .select('question_tags.tag_id')
        .where('posts.id', '=', post_id)
        .where(listed(null)),
    )
    .execute()

/** Users with posts under one of these tags, in the order of ids. */
export const listUnderTags = async (db: Db, tag_ids: number[], after: number, limit: number) =>
  (
    await db
      .selectFrom('tag_contributions')
      .select('user_id')
      .distinct()
      .where('tag_id', 'in', tag_ids)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(limit)
      .execute()
  ).map(({ user_id }) => user_id)

/** Whether some post and what hangs on it are still to be counted. */
export const isThreadToCount = async (db: Db) =>
  Boolean(await db.selectFrom('jobs').select('id').where('effect', 'like', '%/countThread').limit(1).executeTakeFirst())

/** Whose post it is and when it was written, of the posts under a question with it, or of one answer. */
export const listWritten = (db: Db, post: { question_id: number; answer_id?: number }) =>
  db
    .selectFrom('posts')
    .select(['user_id', 'created_at'])
    .where((eb) =>
      post.answer_id === undefined
        ? eb.or([
            eb('id', '=', post.question_id),
            eb.and([eb('question_id', '=', post.question_id), eb('kind', '=', 'answer')]),
          ])
        : eb('id', '=', post.answer_id),
    )
    .execute()

/** Comments on these posts, with what they say of their authors' days. */
export const listCommented = (db: Db, question_id: number, answer_id?: number) =>
  db
    .selectFrom('comments')
    .select(['user_id', 'created_at'])
    .$if(answer_id === undefined, (rows) => rows.where('question_id', '=', question_id))
    .$if(answer_id !== undefined, (rows) => rows.where('post_id', '=', answer_id!))
    .execute()

export const findComment = (db: Db, id: number) =>
  db.selectFrom('comments').select(['user_id', 'created_at']).where('id', '=', id).executeTakeFirst()

export const listRevised = (db: Db, ids: number[]) =>
  db.selectFrom('revisions').select(['user_id', 'created_at']).where('id', 'in', ids).execute()

/** Edits of these things by others. */
export const listEditsOf = (db: Db, question_id: number, answer_id?: number) =>
  db
    .selectFrom('revisions')
    .select(['revisions.user_id', 'revisions.created_at'])
    .where('number', '>', 1)
    .where((eb) =>
      answer_id === undefined
        ? eb.or([
            eb.and([eb('object_type', '=', 'question'), eb('object_id', '=', question_id)]),
            eb.and([
              eb('object_type', '=', 'answer'),
              eb(
                'object_id',
                'in',
                eb.selectFrom('posts').select('id').where('question_id', '=', question_id).where('kind', '=', 'answer'),
              ),
            ]),
          ])
        : eb.and([eb('object_type', '=', 'answer'), eb('object_id', '=', answer_id)]),
    )
    .execute()

/** Answers since then, added up by tag and author; not for tags without them. */
export const listAnswerScores = (db: Db, since: number) =>
  db
    .selectFrom('posts')
    .innerJoin('question_tags', 'question_tags.question_id', 'posts.question_id')
    .select(({ fn }) => [
      'question_tags.tag_id',
      'posts.user_id',
      fn.countAll<number>().as('answers'),
      fn.sum<number>('posts.score').as('answer_score'),
    ])
    .where(sql<SqlBool>`posts.kind = 'answer'`)
    .where('posts.created_at', '>=', since)
    .where(listed(null))
    .groupBy(['question_tags.tag_id', 'posts.user_id'])
    .execute()

export type Leader = DB['tag_leaders']

export const listLeaders = (db: Db): Promise<Leader[]> => db.selectFrom('tag_leaders').selectAll().execute()

export const setLeaders = async (db: Db, tag_ids: number[], leaders: Leader[]) => {
  if (tag_ids.length) await db.deleteFrom('tag_leaders').where('tag_id', 'in', tag_ids).execute()
  await insertMany(db, 'tag_leaders', leaders)
}

export const deleteContributionsOf = async (db: Db, user_ids: number[]) => {
  await db.deleteFrom('contributions').where('user_id', 'in', evenLength(user_ids)).execute()
  await db.deleteFrom('tag_contributions').where('user_id', 'in', evenLength(user_ids)).execute()
}
