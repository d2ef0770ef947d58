import type { Db } from '../../../../db/dialect.ts'
import { insertAchievement, TYPE } from '../queries.ts'

export interface NewAchievement {
  user_id: number
  action: string
  actor_id: number
  object_type: 'question' | 'answer'
  object_id: number
  question_id: number
  points: number
  /** It doesn't count as new. */
  quiet: boolean
}

/** One row for each thing that brought points, with their sum; no row if all was taken back. */
export const addToAchievement = async (
  db: Db,
  { user_id, action, actor_id, object_type, object_id, question_id, points, quiet }: NewAchievement,
  now: number,
) => {
  const seen = quiet ? 1 : 0
  const its = { user_id, type: TYPE.achievement, object_type, object_id }
  const renewed = await db
    .updateTable('notifications')
    .set((eb) => ({
      rank: eb('rank', '+', points),
      action,
      actor_id,
      is_read: seen,
      is_seen: seen,
      updated_at: now,
    }))
    .where((eb) => eb.and(its))
    .returning(['id', 'rank'])
    .executeTakeFirst()
  if (renewed?.rank === 0) await db.deleteFrom('notifications').where('id', '=', renewed.id).execute()
  if (!renewed)
    await insertAchievement(
      db,
      {
        ...its,
        action,
        actor_id,
        question_id,
        answer_id: object_type === 'answer' ? object_id : 0,
        rank: points,
        is_read: seen,
        is_seen: seen,
        group_key: `points ${object_type} ${object_id}`,
      },
      now,
    )
}

/** Each by itself: two corrections are two things that staff did. */
export const insertCorrection = (db: Db, { user_id, points }: { user_id: number; points: number }, now: number) =>
  insertAchievement(
    db,
    {
      user_id,
      action: 'reputation.corrected',
      actor_id: 0,
      object_type: 'user',
      object_id: user_id,
      question_id: 0,
      answer_id: 0,
      rank: points,
      is_read: 0,
      is_seen: 0,
      group_key: `correction ${now} ${points}`,
    },
    now,
  )
