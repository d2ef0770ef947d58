import type { Belonging } from '@askwell/contract/bulk.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { offsetOf } from '../../../../db/page.ts'
import type { Thing } from '../things.ts'

/** A time span; 0 is open. */
export interface Span {
  since: number
  until: number
}
export const EVER: Span = { since: 0, until: 0 }

const within = ({ since, until }: Span) =>
  sql<SqlBool>`created_at >= ${since} and created_at < ${until || Number.MAX_SAFE_INTEGER}`

/** Under which of these questions others have answers that can be seen. */
export const listAnsweredByOthers = async (db: Db, question_ids: number[]) =>
  new Set(
    question_ids.length === 0
      ? []
      : (
          await db
            .selectFrom('posts')
            .innerJoin('posts as question', 'question.id', 'posts.question_id')
            .select('posts.question_id')
            .distinct()
            .where('posts.question_id', 'in', question_ids)
            .where(sql<SqlBool>`posts.kind = 'answer' and posts.status < 10`)
            .whereRef('posts.user_id', '<>', 'question.user_id')
            .execute()
        ).map((row) => row.question_id),
  )

/** What of a member's isn't deleted, answers before questions. */
export const listPostsOf = async (db: Db, user_id: number, span: Span): Promise<Thing[]> => {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'kind'])
    .where('user_id', '=', user_id)
    .where('status', '<>', 10)
    .where(within(span))
    .orderBy('kind')
    .orderBy('id')
    .execute()
  return rows.map(({ id, kind }) => ({ object_type: kind, object_id: id }))
}

export const listCommentsOf = async (db: Db, user_id: number, span: Span): Promise<Thing[]> => {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('user_id', '=', user_id)
    .where('status', '<>', 10)
    .where(within(span))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => ({ object_type: 'comment', object_id: id }))
}

export const listVotesOf = async (db: Db, user_id: number, span: Span): Promise<Thing[]> => {
  const votes = await db
    .selectFrom('votes')
    .select('id')
    .where('user_id', '=', user_id)
    .where(within(span))
    .orderBy('id')
    .execute()
  const onComments = await db
    .selectFrom('comment_votes')
    .select('comment_id')
    .where('user_id', '=', user_id)
    .where(within(span))
    .orderBy('comment_id')
    .execute()
  return [
    ...votes.map(({ id }): Thing => ({ object_type: 'vote', object_id: id })),
    ...onComments.map(({ comment_id }): Thing => ({ object_type: 'comment_vote', object_id: comment_id })),
  ]
}

/** Answers of others, as far as they can be seen, under questions of these members. */
export const countAnswersOfOthers = async (db: Db, user_ids: number[], span: Span) =>
  (
    await db
      .selectFrom('posts as question')
      .innerJoin('posts', 'posts.question_id', 'question.id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('question.user_id', 'in', user_ids)
      .where(sql<SqlBool>`question.kind = 'question' and question.status <> 10`)
      .where(
        sql<SqlBool>`question.created_at >= ${span.since} and question.created_at < ${span.until || Number.MAX_SAFE_INTEGER}`,
      )
      .where(sql<SqlBool>`posts.kind = 'answer' and posts.status < 10`)
      .whereRef('posts.user_id', '<>', 'question.user_id')
      .executeTakeFirstOrThrow()
  ).count

export const countFilesOf = async (db: Db, user_ids: number[]) =>
  (
    await db
      .selectFrom('files')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', 'in', user_ids)
      .where('deleted_at', '=', 0)
      .executeTakeFirstOrThrow()
  ).count

const written = (db: Db, user_id: number, kind: 'question' | 'answer') =>
  db.selectFrom('posts').where('user_id', '=', user_id).where('kind', '=', kind).where('status', '<>', 10)

const ofOthers = (db: Db, user_id: number) =>
  db
    .selectFrom('posts')
    .where('question_id', 'in', (eb) =>
      eb
        .selectFrom('posts as question')
        .select('question.id')
        .where('question.user_id', '=', user_id)
        .where(sql<SqlBool>`question.kind = 'question' and question.status <> 10`),
    )
    .where('user_id', '<>', user_id)
    .where(sql<SqlBool>`kind = 'answer' and status < 10`)

const commented = (db: Db, user_id: number) =>
  db.selectFrom('comments').where('user_id', '=', user_id).where('status', '<>', 10)

const belonging = (db: Db, user_id: number, what: Belonging) => {
  if (what === 'comment') return commented(db, user_id) as unknown as ReturnType<typeof written>
  return what === 'answer_of_others' ? ofOthers(db, user_id) : written(db, user_id, what)
}

/** One page of what goes with a member, the latest first, and how much it is in all: the figures of the preview count the same. */
export const listBelongings = async (
  db: Db,
  user_id: number,
  what: Belonging,
  asked: { page: number; page_size: number },
) => {
  const all = belonging(db, user_id, what)
  const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await all
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offsetOf(asked))
    .limit(asked.page_size)
    .execute()
  return { count, ids: rows.map(({ id }) => id) }
}
