import {
  type Decision,
  FLAG_DECISIONS,
  type FlagDecision,
  type Queue,
  QUEUED_DECISIONS,
} from '@askwell/contract/reviews.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import type { Actor } from '../../../lib/actor.ts'

/** The queues of posts are for staff; who may decide on an edit depends on the edit. */
export const canReview = (actor: Actor, queue: Queue) => queue === 'suggested_post_edit' || isStaff(actor)

const OPERATIONS: Record<Queue, readonly string[]> = {
  queued_post: QUEUED_DECISIONS,
  flagged_post: FLAG_DECISIONS.filter((decision) => decision !== 'edit_post'),
  suggested_post_edit: QUEUED_DECISIONS,
}
export const fits = ({ queue, operation }: Pick<Decision, 'queue' | 'operation'>) =>
  OPERATIONS[queue].includes(operation)

export const asFlagDecision = (operation: Decision['operation']) => operation as FlagDecision
