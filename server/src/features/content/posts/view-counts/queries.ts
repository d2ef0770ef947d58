import { sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import type { DB } from '../../../../db/tables.ts'
import { pairs } from '../../../../db/pairs.ts'

/** Adds the views counted since the last time, for many questions in one statement. @returns how many each has now. */
export const addViews = async (db: Db, views: (readonly [id: number, views: number])[]) =>
  (
    await sql<{ id: number; view_count: number }>`update posts set view_count = view_count + counted.column2
    from (values ${pairs(views)}) as counted where posts.id = counted.column1 returning posts.id, posts.view_count`.execute(
      db,
    )
  ).rows
export const addReaders = async (db: Db, readers: (readonly [id: number, readers: number])[]) => {
  if (readers.length)
    await sql`update posts set unique_view_count = unique_view_count + counted.column2
      from (values ${pairs(readers)}) as counted where posts.id = counted.column1`.execute(db)
}

/** Of questions that there are. */
export const listReaderSketches = (db: Db, ids: number[]) =>
  db
    .selectFrom('posts')
    .leftJoin('reader_sketches', 'reader_sketches.question_id', 'posts.id')
    .where('posts.id', 'in', ids)
    .select(['posts.id', 'reader_sketches.sketch'])
    .execute()
export const saveReaderSketches = async (db: Db, sketches: DB['reader_sketches'][]) => {
  if (sketches.length)
    await db
      .insertInto('reader_sketches')
      .values(sketches)
      .onConflict((on) => on.column('question_id').doUpdateSet((eb) => ({ sketch: eb.ref('excluded.sketch') })))
      .execute()
}
