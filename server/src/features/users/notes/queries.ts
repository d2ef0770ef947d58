import type { Db } from '../../../db/dialect.ts'

export const listNotes = (db: Db, user_id: number, limit: number) =>
  db.selectFrom('user_notes').selectAll().where('user_id', '=', user_id).orderBy('id', 'desc').limit(limit).execute()

export const insertNote = async (
  db: Db,
  note: { user_id: number; author_id: number; text: string; created_at: number },
) => (await db.insertInto('user_notes').values(note).returning('id').executeTakeFirstOrThrow()).id

/** One's own. @returns what it was. */
export const deleteOwnNote = (db: Db, id: number, author_id: number) =>
  db.deleteFrom('user_notes').where('id', '=', id).where('author_id', '=', author_id).returningAll().executeTakeFirst()

export const deleteNotesAbout = (db: Db, user_id: number) =>
  db.deleteFrom('user_notes').where('user_id', '=', user_id).execute()
