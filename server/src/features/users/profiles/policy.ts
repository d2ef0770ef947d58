import { ACTIVITIES, type Activity, type RANK_TYPES } from '@askwell/contract/reputation.ts'
import type { PostStatus } from '@askwell/contract/shapes.ts'

const STATES: Record<number, PostStatus> = { 1: 'available', 2: 'closed', 10: 'deleted', 11: 'pending' }
export const stateOf = (status: number): PostStatus => STATES[status] ?? 'available'

/** What the list of someone's reputation calls an entry of the ledger. */
export const rankTypeOf = (reason: string): (typeof RANK_TYPES)[number] =>
  reason === 'opening' || reason === 'floor' ? reason : ACTIVITIES[reason as Activity]
