import { CORRECTION_MAX, MODERATOR_CORRECTION_MAX, MODERATOR_CORRECTIONS_A_DAY } from '@askwell/contract/limits.ts'
import { isAdmin } from '@askwell/contract/roles.ts'
import type { Db } from '../../../../db/dialect.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { DAY } from '../../../../lib/clock.ts'
import type { FieldError } from '../../../../lib/errors.ts'
import { correctedSince } from './queries.ts'

const leftToday = async (db: Db, actor: Pick<Actor, 'id'>, now: number) =>
  Math.max(0, MODERATOR_CORRECTIONS_A_DAY - (await correctedSince(db, actor.id, now - (now % DAY))))

/** How many points somebody may correct at once, with what is left of today. */
export const mostPoints = async (db: Db, actor: Actor, now: number) =>
  isAdmin(actor) ? CORRECTION_MAX : Math.min(MODERATOR_CORRECTION_MAX, await leftToday(db, actor, now))

/** What is wrong with a correction of so many points by this moderator. */
export const beyondAllowance = async (db: Db, actor: Actor, points: number, now: number): Promise<FieldError[]> => {
  const [max, day] = [MODERATOR_CORRECTION_MAX, MODERATOR_CORRECTIONS_A_DAY]
  if (points > max) return [{ field: 'points', reason: 'field.too_large', values: { max } }]
  if (points < -max) return [{ field: 'points', reason: 'field.too_small', values: { min: -max } }]
  const left = await leftToday(db, actor, now)
  return Math.abs(points) > left
    ? [{ field: 'points', reason: 'field.corrected_today', values: { left, max: day } }]
    : []
}
