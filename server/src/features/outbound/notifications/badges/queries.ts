import { sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { insertAchievement } from '../queries.ts'

const EARNED = 'earned_badge'

export const insertEarned = (
  db: Db,
  { user_id, award_id, badge_id, is_read }: { user_id: number; award_id: number; badge_id: number; is_read: 0 | 1 },
  now: number,
) =>
  insertAchievement(
    db,
    {
      user_id,
      action: EARNED,
      actor_id: 0,
      object_type: 'badge_award',
      object_id: award_id,
      question_id: 0,
      answer_id: 0,
      rank: 0,
      is_read,
      is_seen: 0,
      group_key: `badge ${badge_id} ${award_id}`,
      occasion: award_id,
    },
    now,
  )

export const deleteEarned = (db: Db, user_id: number, award_id: number) =>
  db
    .deleteFrom('notifications')
    .where('object_type', '=', 'badge_award')
    .where('object_id', '=', award_id)
    .where('user_id', '=', user_id)
    .execute()

/** The oldest badge that a user hasn't been shown yet. */
export const findUnread = (db: Db, user_id: number) =>
  db
    .selectFrom('notifications')
    .innerJoin('badge_awards', 'badge_awards.id', 'notifications.object_id')
    .innerJoin('badges', 'badges.id', 'badge_awards.badge_id')
    .where('notifications.user_id', '=', user_id)
    .where('notifications.action', '=', sql.lit(EARNED))
    .where('notifications.is_read', '=', sql.lit(0))
    .orderBy('notifications.id')
    .select([
      'notifications.id as notification_id',
      'badges.id as badge_id',
      'badges.code',
      'badges.words',
      'badges.icon',
      'badges.level',
    ])
    .limit(1)
    .executeTakeFirst()
export type UnreadBadge = NonNullable<Awaited<ReturnType<typeof findUnread>>>

/** The badges of these awards. */
export const listAwarded = async (db: Db, award_ids: number[]) =>
  new Map(
    award_ids.length === 0
      ? []
      : (
          await db
            .selectFrom('badge_awards')
            .innerJoin('badges', 'badges.id', 'badge_awards.badge_id')
            .where('badge_awards.id', 'in', award_ids)
            .select(['badge_awards.id', 'badges.id as badge_id', 'badges.code', 'badges.words'])
            .execute()
        ).map((row) => [row.id, row] as const),
  )
