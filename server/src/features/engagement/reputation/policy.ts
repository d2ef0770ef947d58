import { DAILY_REPUTATION, REPUTATION_MIN } from '@askwell/contract/limits.ts'
import type { Activity } from '@askwell/contract/reputation.ts'
import { isAdmin, isStaff } from '@askwell/contract/roles.ts'
import type { Viewer } from '../../../lib/actor.ts'
import type { Verdict } from '../../../lib/errors.ts'

/** Why an entry is in the ledger: an activity, or one of three reasons that only the ledger has. */
export type Reason =
  | Activity
  /** Brought along from another site. */
  | 'opening'
  /** Makes up for what taking a gain back would have cost below the minimum. */
  | 'floor'
  /** By staff, who say why. */
  | 'correction'

/** The part of a vote's gain that still fits into the day's limit. */
export const fittingGain = (points: number, gainedToday: number) =>
  Math.max(0, Math.min(points, DAILY_REPUTATION - gainedToday))

/** The part of a loss that leaves the minimum; users who have less already lose nothing. */
export const bearableLoss = (points: number, rank: number) => Math.min(0, Math.max(points, REPUTATION_MIN - rank))

/** Staff correct the reputation of others, and nobody their own; that of an admin only another admin. */
export const canCorrect = (viewer: Viewer, user: { id: number; role_id: number }): Verdict => {
  if (!isStaff(viewer) || viewer?.id === user.id) return { reason: 'error.object.disallow_vote_your_self' }
  return !isAdmin(user) || isAdmin(viewer) || { reason: 'error.reputation.of_admin' }
}
