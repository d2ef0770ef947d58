import { PIN, SHOW } from '@askwell/contract/shapes.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import type { DB } from '../../../../db/tables.ts'
import { isQuestion } from '../../../../db/visible.ts'

export const findClosing = (db: Db, question_id: number) =>
  db.selectFrom('closings').selectAll().where('question_id', '=', question_id).executeTakeFirst()

export const insertClosing = (db: Db, closing: Insertable<DB['closings']>) =>
  db
    .insertInto('closings')
    .values(closing)
    .onConflict((on) => on.column('question_id').doUpdateSet(closing))
    .execute()

/** Of these the questions that everybody may answer. */
export const listOpenQuestions = async (db: Db, ids: number[]) =>
  (ids.length
    ? await db
        .selectFrom('posts')
        .select('id')
        .where('id', 'in', ids)
        .where(isQuestion())
        .where('status', '=', 1)
        .execute()
    : []
  ).map((row) => row.id)

/** Closes many at once, for an import. */
export const setClosed = async (db: Db, closings: Insertable<DB['closings']>[]) => {
  if (closings.length === 0) return
  await db
    .updateTable('posts')
    .set({ status: 2 })
    .where(
      'id',
      'in',
      closings.map(({ question_id }) => question_id),
    )
    .execute()
  await db.insertInto('closings').values(closings).execute()
}

/** Takes many out of the lists at once, for an import. */
export const setUnlisted = async (db: Db, question_ids: number[]) => {
  if (question_ids.length === 0) return
  await db.updateTable('posts').set({ show: SHOW.unlisted, pin: PIN.no }).where('id', 'in', question_ids).execute()
}

export const deleteClosings = (db: Db, question_ids: number[]) =>
  db.deleteFrom('closings').where('question_id', 'in', question_ids).execute()
