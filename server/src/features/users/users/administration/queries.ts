import { sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { USER_STATUS } from '../../../../lib/actor.ts'

const hasSecondFactor = sql<number>`case when exists (select 1 from passkeys where passkeys.user_id = users.id)
  or exists (select 1 from one_time_secrets where one_time_secrets.user_id = users.id and confirmed_at > 0) then 1 else 0 end`

/** For the admin, in no order. */
export const listAccounts = async (db: Db, ids: number[]) =>
  ids.length
    ? db
        .selectFrom('users')
        .selectAll()
        .select(hasSecondFactor.as('has_second_factor'))
        .where('id', 'in', ids)
        .execute()
    : []

/** Ends the suspensions whose time is over. */
export const endSuspensionsBefore = async (db: Db, now: number) =>
  (
    await db
      .updateTable('users')
      .set({ status: USER_STATUS.normal, suspended_at: 0, suspended_until: 0, suspension_note: '' })
      .where('status', '=', USER_STATUS.suspended)
      .where('suspended_until', '>', 0)
      .where('suspended_until', '<=', now)
      .returning('id')
      .execute()
  ).map(({ id }) => id)
