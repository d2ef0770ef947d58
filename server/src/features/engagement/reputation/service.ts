import type { Flag } from '../../../db/tables.ts'
import type { Tx } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { addToRank } from '../../users/users/counts/queries.ts'
import { lockUser, lockUsers } from '../../users/users/queries.ts'
import { bearableLoss, fittingGain, type Reason } from './policy.ts'
import { type Entry, gainedOn, insertEntries, listByCause, markTakenBack, questionOf } from './queries.ts'

export interface Grant {
  user_id: number
  points: number
  reason: Reason
  /** The cause: `takeBack` of the same cause reverses it. */
  cause: string
  /** 1 where the daily limit counts it. */
  capped: Flag
  post_id: number
  trigger_user_id: number
  /** What staff say about a correction. */
  note?: string
  /** When it was earned, if not now. */
  at?: number
}

const record = async (
  tx: Tx,
  {
    user_id,
    points,
    reason,
    trigger_user_id,
    post_id,
    earned_at,
  }: Pick<Entry, 'user_id' | 'points' | 'reason' | 'trigger_user_id' | 'post_id'> & { earned_at: number },
) => {
  if (points === 0) return
  await addToRank(tx.db, user_id, points)
  await tx.emit('reputation.changed', {
    actor_id: trigger_user_id,
    object_type: 'user',
    object_id: user_id,
    question_id: post_id && (await questionOf(tx.db, post_id)),
    points,
    reason,
    post_id,
    earned_at,
  })
}

/** Enters the points that the limits leave, also none, so that the ledger shows what was cut. Users who don't exist get nothing. */
export const grant = async (tx: Tx, { points: due, at = tx.now(), ...entry }: Grant) => {
  const user = await lockUser(tx.db, entry.user_id)
  if (!user || due === 0) return
  const gain = due > 0 && entry.capped ? fittingGain(due, await gainedOn(tx.db, entry.user_id, at - (at % DAY))) : due
  const points = gain < 0 ? bearableLoss(gain, user.rank) : gain
  await insertEntries(tx.db, [{ ...entry, points, due, created_at: at, taken_back_at: 0 }])
  await record(tx, { ...entry, points, earned_at: at })
}

/**
 * Takes exactly those points back that were recorded. Where that would leave less than the lowest reputation,
 * a `floor` entry makes up the rest, so that the total stays the sum of the entries in force.
 */
export const takeBackEntries = async (tx: Tx, entries: Entry[]) => {
  if (entries.length === 0) return
  await lockUsers(
    tx.db,
    entries.map((entry) => entry.user_id),
  )
  await markTakenBack(
    tx.db,
    entries.map((entry) => entry.id),
    tx.now(),
  )
  for (const entry of entries) {
    const { rank } = (await lockUser(tx.db, entry.user_id))!
    const floor = entry.points > 0 ? entry.points + bearableLoss(-entry.points, rank) : 0
    if (floor > 0) await insertEntries(tx.db, [{ ...floorOf(entry), points: floor, due: floor, created_at: tx.now() }])
    await record(tx, { ...entry, points: floor - entry.points, earned_at: entry.created_at })
  }
}

export const takeBack = async (tx: Tx, cause: string) => takeBackEntries(tx, await listByCause(tx.db, cause))

const floorOf = ({ user_id, post_id, trigger_user_id }: Entry) => ({
  user_id,
  reason: 'floor',
  cause: '',
  capped: 0 as const,
  post_id,
  trigger_user_id,
  taken_back_at: 0,
})
