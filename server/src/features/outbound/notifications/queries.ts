import { ROLE } from '@askwell/contract/roles.ts'
import { type Expression, type ExpressionBuilder, type Insertable, sql, type SqlBool } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../lib/actor.ts'

/** The two tabs of the notifications page: what happened, and reputation that was earned. */
export const TYPE = { inbox: 1, achievement: 2 } as const

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

/** Those of them who have been told something about this thing; only of one kind, or one occasion, if that is given. */
export const listTold = async (
  db: Db,
  ids: number[],
  {
    object_type,
    object_id,
    action,
    occasion,
  }: { object_type: string; object_id: number; action?: string; occasion?: number },
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
          .where('type', '=', TYPE.inbox)
          .$if(action !== undefined, (q) => q.where('action', '=', action!))
          .$if(occasion !== undefined, (q) => q.where('occasion', '=', occasion!))
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

/** Deletes notifications about erased things. */
export const deleteNotificationsAbout = (
  db: Db,
  { question_id, post_ids }: { question_id: number; post_ids: number[] },
) =>
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

/** For the one whom plugins have told them. */
export const listNoticesTo = (db: Db, user_id: number) =>
  db
    .selectFrom('plugin_notices')
    .select(['plugin', 'sender', 'text', 'path', 'created_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()

export const deleteNoticesTo = (db: Db, user_ids: number[]) =>
  db.deleteFrom('plugin_notices').where('user_id', 'in', user_ids).execute()

/** With what plugins have told them. */
export const deleteNotificationsTo = async (db: Db, user_id: number) => {
  await db.deleteFrom('notifications').where('user_id', '=', user_id).execute()
  await deleteNoticesTo(db, [user_id])
}

/** With what plugins have told by them. @returns how many. */
export const deleteReadBefore = async (db: Db, time: number, limit: number) => {
  const old = await db
    .selectFrom('notifications')
    .select(['id', 'object_type', 'object_id'])
    .where('is_read', '=', sql.lit(1))
    .where('updated_at', '<', time)
    .orderBy('updated_at')
    .limit(limit)
    .execute()
  const told = old.flatMap(({ object_type, object_id }) => (object_type === 'plugin_notice' ? object_id : []))
  if (told.length) await db.deleteFrom('plugin_notices').where('id', 'in', told).execute()
  if (old.length)
    await db
      .deleteFrom('notifications')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute()
  return old.length
}

type Achievement = Omit<
  Insertable<DB['notifications']>,
  'id' | 'type' | 'inbox_type' | 'comment_id' | 'group_since' | 'is_latest' | 'occasion' | 'created_at' | 'updated_at'
> & { occasion?: number }

/** A new line of the achievements, in a group of its own. */
export const insertAchievement = (db: Db, { occasion = 0, ...row }: Achievement, now: number) =>
  db
    .insertInto('notifications')
    .values({
      ...row,
      occasion,
      type: TYPE.achievement,
      inbox_type: 0,
      comment_id: 0,
      group_since: now,
      is_latest: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
