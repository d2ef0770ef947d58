import type { Selectable } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'

export type SavedRow = Selectable<DB['saved_searches']>

export const listSaved = (db: Db, user_id: number) =>
  db
    .selectFrom('saved_searches')
    .select(['id', 'q', 'created_at', 'told_at'])
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .execute()

/** Nothing changes where it is saved already. */
export const insertSaved = (db: Db, saved: Omit<SavedRow, 'id' | 'told_at' | 'looked_at'>) =>
  db
    .insertInto('saved_searches')
    .values({ ...saved, told_at: 0, looked_at: saved.created_at })
    .onConflict((same) => same.columns(['user_id', 'q']).doNothing())
    .execute()

/** One's own only. */
export const deleteSaved = async (db: Db, user_id: number, id: number) =>
  (
    await db
      .deleteFrom('saved_searches')
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .returning('id')
      .executeTakeFirst()
  )?.id

export const deleteSavedOf = (db: Db, user_id: number) =>
  db.deleteFrom('saved_searches').where('user_id', '=', user_id).execute()

/** The longest due first. */
export const dueQuery = (db: Db, now: number, limit: number) =>
  db.selectFrom('saved_searches').selectAll().where('due_at', '<=', now).orderBy('due_at').orderBy('id').limit(limit)

/** Looked at, if nobody else did meanwhile. */
export const takeDue = async (
  db: Db,
  { id, due_at }: SavedRow,
  changes: Partial<Pick<SavedRow, 'due_at' | 'told_at' | 'looked_at' | 'seen_post_id'>>,
) =>
  (
    await db
      .updateTable('saved_searches')
      .set(changes)
      .where('id', '=', id)
      .where('due_at', '=', due_at)
      .returning('id')
      .executeTakeFirst()
  )?.id

export const findKind = (db: Db, id: number) =>
  db.selectFrom('posts').select(['id', 'kind', 'question_id', 'user_id']).where('id', '=', id).executeTakeFirst()
