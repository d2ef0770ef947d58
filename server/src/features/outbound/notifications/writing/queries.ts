import { type Insertable, sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { insertMany } from '../../../../db/insert-many.ts'
import type { DB } from '../../../../db/tables.ts'
import { DAY } from '../../../../lib/clock.ts'
import { TYPE } from '../queries.ts'

/** What several people are told at once. */
export type NewNotification = Pick<
  Insertable<DB['notifications']>,
  'action' | 'actor_id' | 'object_type' | 'object_id' | 'question_id' | 'answer_id' | 'comment_id'
>

interface Placed extends NewNotification {
  inbox_type: number
  group_key: string
  occasion: number
}

/** What happens later than this begins a group of its own. */
const GROUP_SECONDS = 30 * DAY

/** The unread groups that this would belong to, with the newest of each. */
export const listOpenGroups = (db: Db, user_ids: number[], group_key: string, now: number) =>
  db
    .selectFrom('notifications')
    .select(['id', 'user_id', 'group_since'])
    .where('user_id', 'in', user_ids)
    .where('group_key', '=', group_key)
    .where('is_latest', '=', sql.lit(1))
    .where('is_read', '=', sql.lit(0))
    .where('group_since', '>', now - GROUP_SECONDS)
    .execute()

/** One that says the same and is still unread makes room for the new one. */
export const deleteUnreadSame = (
  db: Db,
  user_ids: number[],
  { action, actor_id, object_type, object_id, occasion }: Placed,
) =>
  db
    .deleteFrom('notifications')
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .where('user_id', 'in', user_ids)
    .where('action', '=', action)
    .where('actor_id', '=', actor_id)
    .where('is_read', '=', 0)
    .$if(occasion > 0, (q) => q.where('occasion', '<>', occasion))
    .execute()

/** Who wants no sign of it on the site has read it already. @returns who was told; nobody twice of the same occasion. */
export const insertNotifications = async (
  db: Db,
  user_ids: number[],
  group_since: number,
  {
    action,
    actor_id,
    object_type,
    object_id,
    question_id,
    answer_id,
    comment_id,
    inbox_type,
    group_key,
    occasion,
  }: Placed,
  { now, quiet_ids }: { now: number; quiet_ids: number[] },
) => {
  const quiet = quiet_ids.length ? sql`case when id in (${sql.join(quiet_ids)}) then 1 else 0 end` : sql`0`
  const { rows } = await sql<{ id: number; user_id: number }>`insert into notifications
    (user_id, type, inbox_type, action, actor_id, object_type, object_id, question_id, answer_id, comment_id, rank,
     is_read, is_seen, group_key, group_since, is_latest, occasion, created_at, updated_at)
    select id, ${sql.lit(TYPE.inbox)}, cast(${inbox_type} as bigint), ${action}, cast(${actor_id} as bigint), ${object_type},
     cast(${object_id} as bigint), cast(${question_id} as bigint), cast(${answer_id} as bigint), cast(${comment_id} as bigint), 0,
     ${quiet}, ${quiet}, ${group_key}, cast(${group_since} as bigint), 1, cast(${occasion} as bigint), cast(${now} as bigint), cast(${now} as bigint)
    from users where id in (${sql.join(user_ids)})
    on conflict (user_id, action, object_id, occasion) where occasion > 0 do nothing returning id, user_id`.execute(db)
  return rows
}

/** Those of an import, each in a group of its own. @returns to whom there is one more; none comes twice of the same occasion. */
export const insertFormer = async (
  db: Db,
  rows: Omit<Insertable<DB['notifications']>, 'id' | 'group_since' | 'is_latest' | 'is_seen'>[],
) =>
  (
    await insertMany(
      db,
      'notifications',
      rows.map((row) => ({ ...row, is_seen: row.is_read, group_since: row.created_at, is_latest: 1 as const })),
      { behind: 'on conflict (user_id, action, object_id, occasion) where occasion > 0 do nothing returning user_id' },
    )
  ).map(({ user_id }) => Number(user_id))

/** They have been followed by newer ones of their group. */
export const endLatest = (db: Db, ids: number[]) =>
  db.updateTable('notifications').set({ is_latest: 0 }).where('id', 'in', ids).execute()

/** Those of them who are pushed to. */
export const listWithDevices = async (db: Db, user_ids: number[]) =>
  (
    await db.selectFrom('push_subscriptions').select('user_id').distinct().where('user_id', 'in', user_ids).execute()
  ).map((row) => row.user_id)
