import { ROLE } from '@askwell/contract/roles.ts'
import type { Expression, ExpressionBuilder, Insertable, SqlBool } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../lib/member.ts'

/** The two tabs of the notifications page: what happened, and reputation that was earned. */
export const NOTICE_TYPE = { inbox: 1, achievement: 2 } as const

export type NewNotice = Omit<
  Insertable<DB['notifications']>,
  'id' | 'type' | 'rank' | 'is_read' | 'created_at' | 'updated_at'
>

/** Those of them who have a way to log in, as far as the status allows it. */
const listLoggingIn = async (
  db: Db,
  ids: number[],
  allowed: (eb: ExpressionBuilder<DB, 'users'>) => Expression<SqlBool>,
) =>
  ids.length === 0
    ? []
    : (
        await db
          .selectFrom('users')
          .select('id')
          .where('id', 'in', ids)
          .where(allowed)
          .where((eb) => eb.or([eb('e_mail', 'is not', null), eb('password_hash', 'is not', null)]))
          .execute()
      ).map(({ id }) => id)

/** Those of them who can be told anything: not deleted members, nor imported ones who can't log in. */
export const listReachable = (db: Db, ids: number[]) =>
  listLoggingIn(db, ids, (eb) => eb('status', '!=', USER_STATUS.deleted))

/** Those of them who can read what everybody can, on a private site too. */
export const listReaders = (db: Db, ids: number[]) =>
  listLoggingIn(db, ids, (eb) =>
    eb.and([eb('status', '=', USER_STATUS.normal), eb('mail_status', '=', MAIL_STATUS.activated)]),
  )

/** Those of them who have been told something about this thing since then; only of one kind, if that is given. */
export const listTold = async (
  db: Db,
  ids: number[],
  { object_type, object_id, action, since }: { object_type: string; object_id: number; action?: string; since: number },
) =>
  ids.length === 0
    ? []
    : (
        await db
          .selectFrom('notifications')
          .select('user_id')
          .where('object_type', '=', object_type)
          .where('object_id', '=', object_id)
          .where('user_id', 'in', ids)
          .where('type', '=', NOTICE_TYPE.inbox)
          .where('updated_at', '>=', since)
          .$if(action !== undefined, (q) => q.where('action', '=', action!))
          .execute()
      ).map((row) => row.user_id)

export const listAdmins = async (db: Db) =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', ROLE.admin)
      .where('status', '=', USER_STATUS.normal)
      .execute()
  ).map(({ id }) => id)

export const insertNotices = (db: Db, notices: NewNotice[], now: number) =>
  db
    .insertInto('notifications')
    .values(
      notices.map((notice) => ({
        ...notice,
        type: NOTICE_TYPE.inbox,
        rank: 0,
        is_read: 0,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()

/** Moves a notice that says the same and is still unread to the top. @returns whether there was one. */
export const renewUnread = async (
  db: Db,
  { user_id, action, actor_id, object_type, object_id }: NewNotice,
  now: number,
) => {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ updated_at: now })
    .where('user_id', '=', user_id)
    .where('type', '=', NOTICE_TYPE.inbox)
    .where('is_read', '=', 0)
    .where('action', '=', action)
    .where('actor_id', '=', actor_id)
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** As above, for many at once. @returns whose notices there were. */
export const renewUnreadOf = async (
  db: Db,
  ids: number[],
  { action, actor_id, object_type, object_id }: Omit<NewNotice, 'user_id'>,
  now: number,
) =>
  ids.length === 0
    ? []
    : (
        await db
          .updateTable('notifications')
          .set({ updated_at: now })
          .where('object_type', '=', object_type)
          .where('object_id', '=', object_id)
          .where('user_id', 'in', ids)
          .where('type', '=', NOTICE_TYPE.inbox)
          .where('is_read', '=', 0)
          .where('action', '=', action)
          .where('actor_id', '=', actor_id)
          .returning('user_id')
          .execute()
      ).map((row) => row.user_id)

/** Whether a user has done this to this thing before; the present action is already recorded. */
export const hasDoneBefore = async (
  db: Db,
  {
    type,
    actor_id,
    object_type,
    object_id,
  }: { type: string; actor_id: number; object_type: string; object_id: number },
) =>
  (
    await db
      .selectFrom('events')
      .select('id')
      .where('object_type', '=', object_type)
      .where('object_id', '=', object_id)
      .where('type', '=', type)
      .where('actor_id', '=', actor_id)
      .limit(2)
      .execute()
  ).length > 1

export interface NewAchievement {
  user_id: number
  action: string
  actor_id: number
  object_type: 'question' | 'answer'
  object_id: number
  question_id: number
  points: number
}

/** One row for each thing that brought points, with their sum; no row if all was taken back. */
export const addToAchievement = async (
  db: Db,
  { user_id, action, actor_id, object_type, object_id, question_id, points }: NewAchievement,
  now: number,
) => {
  const its = { user_id, type: NOTICE_TYPE.achievement, object_type, object_id }
  const renewed = await db
    .updateTable('notifications')
    .set((eb) => ({ rank: eb('rank', '+', points), action, actor_id, is_read: 0 as const, updated_at: now }))
    .where((eb) => eb.and(its))
    .returning(['id', 'rank'])
    .executeTakeFirst()
  if (renewed?.rank === 0) await db.deleteFrom('notifications').where('id', '=', renewed.id).execute()
  if (!renewed)
    await db
      .insertInto('notifications')
      .values({
        ...its,
        action,
        actor_id,
        question_id,
        answer_id: object_type === 'answer' ? object_id : 0,
        comment_id: 0,
        rank: points,
        is_read: 0,
        created_at: now,
        updated_at: now,
      })
      .execute()
}

/** All notices of a user, newest first. */
export const listNotices = (db: Db, user_id: number, type: number) =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('type', '=', type)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Deletes notices about erased things. */
export const deleteNoticesAbout = (db: Db, { question_id, post_ids }: { question_id: number; post_ids: number[] }) =>
  db
    .deleteFrom('notifications')
    .where('question_id', '=', question_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('object_type', 'in', ['question', 'answer']), eb('object_id', 'in', post_ids)]),
        eb('answer_id', 'in', post_ids),
        eb('question_id', 'in', post_ids),
      ]),
    )
    .execute()

export const deleteNoticesTo = (db: Db, user_id: number) =>
  db.deleteFrom('notifications').where('user_id', '=', user_id).execute()
