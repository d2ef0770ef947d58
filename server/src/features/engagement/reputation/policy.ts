import { DAILY_REPUTATION, REPUTATION_MIN } from '@askwell/contract/limits.ts'
import type { Activity } from '@askwell/contract/reputation.ts'

/** Why an entry is in the ledger: an activity, or one of two reasons that only the ledger has. */
export type Reason =
  | Activity
  /** Brought along from another site. */
  | 'opening'
  /** Makes up for what taking a gain back would have cost below the minimum. */
  | 'floor'

/** The part of a vote's gain that still fits into the day's limit. */
export const fittingGain = (points: number, gainedToday: number) =>
  Math.max(0, Math.min(points, DAILY_REPUTATION - gainedToday))

/** The part of a loss that leaves the minimum; users who have less already lose nothing. */
export const bearableLoss = (points: number, rank: number) => Math.min(0, Math.max(points, REPUTATION_MIN - rank))
