import { ACTIVITIES, type Activity, type RankType } from '@askwell/contract/reputation.ts'
import type { PostStatus } from '@askwell/contract/shapes.ts'

const STATES: Record<number, PostStatus> = { 1: 'available', 2: 'closed', 10: 'deleted', 11: 'pending' }
export const stateOf = (status: number): PostStatus => STATES[status] ?? 'available'

/** The name of a ledger entry in the profile's list. */
export const rankTypeOf = (reason: string): RankType =>
  reason === 'opening' || reason === 'floor' || reason === 'correction' ? reason : ACTIVITIES[reason as Activity]
