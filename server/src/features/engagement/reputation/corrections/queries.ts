import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'

/** The points that somebody has given and taken by hand since then, together. The reason is written as in the index of migration 0056. */
export const correctedSince = async (db: Db, actor_id: number, time: number) =>
  (
    await db
      .selectFrom('reputation_entries')
      .select(({ fn }) => fn.sum<number | null>(sql<number>`abs(due)`).as('sum'))
      .where(sql<SqlBool>`reason = 'correction'`)
      .where('trigger_user_id', '=', actor_id)
      .where('created_at', '>=', time)
      .executeTakeFirstOrThrow()
  ).sum ?? 0
