import { type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import { type Db, locking } from '../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../db/page.ts'
import type { DB } from '../../../db/tables.ts'

export type Report = Selectable<DB['reports']>

export const REPORT_STATUS = { waiting: 1, completed: 2, ignored: 3 } as const

/** In the words of the partial index of migration 0006; what somebody has just decided is out of the queue, though it can still be undone. */
const waits = () =>
  sql<SqlBool>`reports.status = 1 and not exists (select 1 from review_decisions as held where held.queue = 'flagged_post' and held.item_id = reports.id)`

/** Each person has at most one waiting flag on a thing: a later one replaces it. */
export const keepReport = (
  db: Db,
  {
    reason_type,
    content,
    created_at,
    ...about
  }: Omit<Insertable<DB['reports']>, 'id' | 'status' | 'decision' | 'decided_by' | 'decided_at'>,
) =>
  db
    .insertInto('reports')
    .values({
      ...about,
      reason_type,
      content,
      created_at,
      status: REPORT_STATUS.waiting,
      decision: '',
      decided_by: 0,
      decided_at: 0,
    })
    .onConflict((on) =>
      on
        .columns(['user_id', 'object_type', 'object_id'])
        .where(sql<SqlBool>`status = 1`)
        .doUpdateSet({ reason_type, content }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

export const findReport = (db: Db, id: number) =>
  db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
export const lockReport = (db: Db, id: number) =>
  db.selectFrom('reports').selectAll().where('id', '=', id).$call(locking(db)).executeTakeFirst()
export const updateReport = (db: Db, id: number, changes: Partial<Omit<Report, 'id'>>) =>
  db.updateTable('reports').set(changes).where('id', '=', id).execute()

/** Undecided flags on a thing, locked until the transaction ends. */
export const lockReportsOn = (
  db: Db,
  { object_type, object_id, post_id }: Pick<Report, 'object_type' | 'object_id' | 'post_id'>,
) =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('post_id', '=', post_id)
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .where('status', '=', REPORT_STATUS.waiting)
    .orderBy('id')
    .$call(locking(db))
    .execute()

export const deleteReportsOn = (db: Db, post_ids: number[]) =>
  db.deleteFrom('reports').where('post_id', 'in', post_ids).execute()

const narrowed = (db: Db, id: number | undefined) => {
  const waiting = db.selectFrom('reports').where(waits())
  return id === undefined ? waiting : waiting.where('id', '=', id)
}

export const countReports = async (db: Db, id?: number) =>
  (
    await narrowed(db, id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Oldest first; a single one where it is named. */
export const listReports = (db: Db, { id, ...page }: Page & { id?: number }) =>
  narrowed(db, id).selectAll().orderBy('id').limit(page.page_size).offset(offsetOf(page)).execute()

/** The posts that items are about; only staff see items, and they see every post. */
export const listReviewed = async (db: Db, ids: number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('posts')
        .innerJoin('posts as question', 'question.id', 'posts.question_id')
        .where('posts.id', 'in', ids)
        .select([
          'posts.id',
          'posts.kind',
          'posts.question_id',
          'posts.user_id',
          'posts.original_text',
          'posts.parsed_text',
          'posts.status',
          'posts.show',
          'posts.created_at',
          'posts.revision_id',
          'posts.answer_count',
          'question.title',
          'question.url_title',
          'question.accepted_answer_id',
        ])
        .execute()

export const listReviewedComments = async (db: Db, ids: number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('comments')
        .select(['id', 'post_id', 'question_id', 'user_id', 'original_text', 'parsed_text', 'status', 'created_at'])
        .where('id', 'in', ids)
        .execute()

/** Somebody has decided, and can still undo it. */
export const findHeldFlag = (db: Db, id: number) =>
  db
    .selectFrom('review_decisions')
    .select('user_id')
    .where('queue', '=', 'flagged_post')
    .where('item_id', '=', id)
    .executeTakeFirst()
