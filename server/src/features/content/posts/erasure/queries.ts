import type { Db } from '../../../../db/dialect.ts'
import { isAnswer } from '../../../../db/visible.ts'
import { deleteClosings } from '../transitions/queries.ts'
import type { Post } from '../queries.ts'

/** A question with all its answers, or an answer alone: what is erased with it. */
export const listWithAnswers = async (db: Db, id: number) =>
  (
    await db
      .selectFrom('posts')
      .select('id')
      .where('id', '=', id)
      .unionAll(db.selectFrom('posts').select('id').where('question_id', '=', id).where(isAnswer()))
      .execute()
  ).map((row) => row.id)

/** Erases them, with their links and the reasons they were closed for. */
export const erasePosts = async (db: Db, ids: number[]) => {
  await db.updateTable('closings').set({ duplicate_of_id: 0 }).where('duplicate_of_id', 'in', ids).execute()
  await deleteClosings(db, ids)
  await db.deleteFrom('reader_sketches').where('question_id', 'in', ids).execute()
  await db.deleteFrom('posts').where('id', 'in', ids).execute()
}

/** Deleted ones, oldest first, in the order they are erased. */
export const listDeleted = async (db: Db, kind: Post['kind'], after: number, limit: number) =>
  (
    await db
      .selectFrom('posts')
      .select('id')
      .where('status', '=', 10)
      .where('kind', '=', kind)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map((row) => row.id)
