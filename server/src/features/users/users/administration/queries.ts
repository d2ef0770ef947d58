import { ROLE } from '@askwell/contract/roles.ts'
import { sql } from 'kysely'
import { containing, type Db } from '../../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../../db/page.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../../lib/member.ts'
import { notErased } from '../erasure/queries.ts'

const hasSecondFactor = sql<number>`case when exists (select 1 from passkeys where passkeys.user_id = users.id)
  or exists (select 1 from one_time_secrets where one_time_secrets.user_id = users.id and confirmed_at > 0) then 1 else 0 end`

export type StatusFilter = '' | 'normal' | 'suspended' | 'deleted' | 'inactive'

/** For the admin. Without a status all but deleted members, inactive ones too. */
export const userPage = async (
  db: Db,
  { query, staff, status, ...page }: Page & { query: string; staff: boolean; status: StatusFilter },
) => {
  let found = db.selectFrom('users')
  if (status === '') found = found.where('status', '!=', USER_STATUS.deleted)
  if (status === 'normal')
    found = found.where('status', '=', USER_STATUS.normal).where('mail_status', '=', MAIL_STATUS.activated)
  if (status === 'inactive')
    found = found.where('status', '=', USER_STATUS.normal).where('mail_status', '=', MAIL_STATUS.waiting)
  if (status === 'suspended') found = found.where('status', '=', USER_STATUS.suspended)
  if (status === 'deleted') found = found.where('status', '=', USER_STATUS.deleted).where(notErased)
  if (staff) found = found.where('role_id', '>', ROLE.user)
  const id = /^user:(\d{1,15})$/.exec(query)?.[1]
  if (id) found = found.where('id', '=', Number(id))
  else if (query)
    found = found.where((eb) =>
      eb.or(['username', 'display_name', 'e_mail'].map((column) => containing(db, column, query))),
    )
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const list = await found
    .selectAll()
    .select(hasSecondFactor.as('has_second_factor'))
    .orderBy('id', 'desc')
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
  return { count, list }
}

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
