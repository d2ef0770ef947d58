import type { Db } from './dialect.ts'

/** The newest row up to a time; ids grow by one, so few are looked at. */
export const lastIdBefore = async (db: Db, table: 'events' | 'posts', time: number) =>
  (
    await db
      .selectFrom(table as 'posts')
      .select('id')
      .where('created_at', '<=', time)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? 0
