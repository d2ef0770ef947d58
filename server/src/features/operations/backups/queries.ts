import { ROLE } from '@askwell/contract/roles.ts'
import type { Db } from '../../../db/dialect.ts'

/** What the site does by itself it does for the first of its admins. */
export const firstAdmin = async (db: Db) =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', ROLE.admin)
      .where('status', '=', 1)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  )?.id

export const isAdminThere = async (db: Db, id: number) =>
  Boolean(
    await db.selectFrom('users').select('id').where('id', '=', id).where('role_id', '=', ROLE.admin).executeTakeFirst(),
  )
