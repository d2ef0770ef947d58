import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { USER_STATUS } from '../../../../lib/actor.ts'
import { setNames } from '../name-words/queries.ts'
import { NOTHING_PERSONAL } from '../queries.ts'

/** As `isErased` has it. */
export const notErased = sql<SqlBool>`username <> 'user' || id`

/** Accounts deleted until then, and not erased yet. */
export const listErasable = async (db: Db, { until, after, limit }: { until: number; after: number; limit: number }) =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('status', '=', USER_STATUS.deleted)
      .where('deleted_at', '<=', until)
      .where(notErased)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map((row) => row.id)

/** Deletes name, address, password, profile and former names; the row stays, since posts refer to its id. @returns whether it was a deleted account. */
export const eraseUser = async (db: Db, id: number) => {
  const name = sql<string>`'user' || id`
  const { numUpdatedRows } = await db
    .updateTable('users')
    .where('id', '=', id)
    .where('status', '=', USER_STATUS.deleted)
    .where(notErased)
    .set({
      username: name,
      display_name: name,
      ...NOTHING_PERSONAL,
    })
    .executeTakeFirst()
  await db.deleteFrom('former_usernames').where('user_id', '=', id).execute()
  await setNames(db, [id])
  return numUpdatedRows > 0
}
