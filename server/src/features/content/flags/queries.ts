import { type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import { type Db, locking } from '../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../db/page.ts'
import type { DB } from '../../../db/tables.ts'

export type Flag = Selectable<DB['reports']>

export const FLAG_STATUS = { waiting: 1, completed: 2, ignored: 3 } as const

/** In the words of the partial index of migration 0006; what somebody has just decided is out of the queue, though it can still be undone. */
const waits = () =>
  sql<SqlBool>`reports.status = 1 and not exists (select 1 from review_decisions as held
    where held.queue = 'flagged_post' and held.item_id = reports.id)`

/** Each person has at most one waiting flag on a thing: a later one replaces it. */
export const upsertFlag = (
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
      status: FLAG_STATUS.waiting,
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

export const findFlag = (db: Db, id: number) =>
  db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
export const lockFlag = (db: Db, id: number) =>
  db.selectFrom('reports').selectAll().where('id', '=', id).$call(locking(db)).executeTakeFirst()
export const updateFlag = (db: Db, id: number, changes: Partial<Omit<Flag, 'id'>>) =>
  db.updateTable('reports').set(changes).where('id', '=', id).execute()

/** Undecided flags on a thing, locked until the transaction ends. */
export const lockFlagsOn = (
  db: Db,
  { object_type, object_id, post_id }: Pick<Flag, 'object_type' | 'object_id' | 'post_id'>,
) =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('post_id', '=', post_id)
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .where('status', '=', FLAG_STATUS.waiting)
    .orderBy('id')
    .$call(locking(db))
    .execute()

/** Undecided flags on a thing, by number. */
export const listWaitingFlags = async (db: Db, about: Pick<Flag, 'object_type' | 'object_id' | 'post_id'>) =>
  (await lockFlagsOn(db, about)).map(({ id }) => id)

/** They wait again, but for those whose author has another one that waits on the same thing. */
export const reopenSettled = (db: Db, ids: number[]) =>
  db
    .updateTable('reports')
    .set({ status: FLAG_STATUS.waiting, decision: '', decided_by: 0, decided_at: 0 })
    .where('id', 'in', ids)
    .where('status', '=', FLAG_STATUS.completed)
    .where('decision', '=', 'delete_post')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reports as newer')
            .select('newer.id')
            .whereRef('newer.user_id', '=', 'reports.user_id')
            .whereRef('newer.object_type', '=', 'reports.object_type')
            .whereRef('newer.object_id', '=', 'reports.object_id')
            .where('newer.status', '=', FLAG_STATUS.waiting),
        ),
      ),
    )
    .execute()

export const deleteFlagsOn = (db: Db, post_ids: number[]) =>
  db.deleteFrom('reports').where('post_id', 'in', post_ids).execute()

const narrowed = (db: Db, id: number | undefined) => {
  const waiting = db.selectFrom('reports').where(waits())
  return id === undefined ? waiting : waiting.where('id', '=', id)
}

export const countFlags = async (db: Db, id?: number) =>
  (
    await narrowed(db, id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Oldest first; a single one where it is named. */
export const listFlags = (db: Db, { id, ...page }: Page & { id?: number }) =>
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
export const findPendingFlag = (db: Db, id: number) =>
  db
    .selectFrom('review_decisions')
    .select('user_id')
    .where('queue', '=', 'flagged_post')
    .where('item_id', '=', id)
    .executeTakeFirst()
