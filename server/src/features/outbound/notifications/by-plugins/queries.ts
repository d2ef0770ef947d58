import type { Insertable } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import type { DB } from '../../../../db/tables.ts'

type Told = Pick<DB['plugin_notices'], 'user_id' | 'plugin'>

export const hasNotice = async (db: Db, { user_id, plugin }: Told, key: string) =>
  (await db
    .selectFrom('plugin_notices')
    .select('id')
    .where('user_id', '=', user_id)
    .where('plugin', '=', plugin)
    .where('key', '=', key)
    .executeTakeFirst()) !== undefined

/** How many have come since then, no further than `most`. */
export const countNotices = async (db: Db, { user_id, plugin }: Told, since: number, most: number) =>
  (
    await db
      .selectFrom('plugin_notices')
      .select('id')
      .where('user_id', '=', user_id)
      .where('plugin', '=', plugin)
      .where('created_at', '>', since)
      .limit(most)
      .execute()
  ).length

export const insertNotice = async (db: Db, row: Insertable<DB['plugin_notices']>) =>
  (await db.insertInto('plugin_notices').values(row).returning('id').executeTakeFirstOrThrow()).id
