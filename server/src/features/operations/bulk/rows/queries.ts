import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'

/** Of these posts, with the titles of their questions; for the administration, which sees every state. */
export const listPostRows = (db: Db, ids: number[]) =>
  db
    .selectFrom('posts')
    .innerJoin('posts as question', 'question.id', 'posts.question_id')
    .select([
      'posts.id',
      'posts.kind',
      'posts.question_id',
      'posts.user_id',
      'posts.description',
      'posts.status',
      'posts.pin',
      'posts.show',
      'posts.score',
      'posts.answer_count',
      'posts.comment_count',
      'posts.created_at',
      'posts.deleted_at',
      'posts.deleted_by',
      'question.title',
      'question.url_title',
      'question.accepted_answer_id',
    ])
    .where('posts.id', 'in', ids)
    .execute()

export const listCommentRows = (db: Db, ids: number[]) =>
  db
    .selectFrom('comments')
    .innerJoin('posts as question', 'question.id', 'comments.question_id')
    .select([
      'comments.id',
      'comments.question_id',
      'comments.user_id',
      'comments.original_text',
      'comments.status',
      'comments.score',
      'comments.created_at',
      'comments.updated_at',
      'question.title',
      'question.url_title',
    ])
    .where('comments.id', 'in', ids)
    .execute()

/** Undecided flags on each of these. */
export const countFlags = async (db: Db, kind: 'question' | 'answer' | 'comment', ids: number[]) =>
  new Map(
    (
      await db
        .selectFrom('reports')
        .select('object_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(sql<SqlBool>`status = 1`)
        .where('object_type', '=', kind)
        .where('object_id', 'in', ids)
        .groupBy('object_id')
        .execute()
    ).map(({ object_id, count }) => [object_id, count]),
  )

const listIn = (db: Db, table: 'votes', ids: number[]) =>
  db
    .selectFrom(table)
    .innerJoin('posts', 'posts.id', 'votes.post_id')
    .innerJoin('posts as question', 'question.id', 'posts.question_id')
    .select(['votes.id', 'posts.question_id', 'question.title'])
    .where('votes.id', 'in', ids)
    .execute()

/** What the things that an act has met are called, and which question they are about. */
export const listTitles = async (db: Db, object_type: string, ids: number[]) => {
  if (ids.length === 0) return []
  if (object_type === 'user')
    return db
      .selectFrom('users')
      .select(['id', 'display_name as title'])
      .select((eb) => eb.lit(0).as('question_id'))
      .where('id', 'in', ids)
      .execute()
  if (object_type === 'question' || object_type === 'answer') return listPostRows(db, ids)
  if (object_type === 'vote') return listIn(db, 'votes', ids)
  return db
    .selectFrom('comments')
    .select(['id', 'original_text as title', 'question_id'])
    .where('id', 'in', ids)
    .execute()
}
