import type { SUSPENSIONS } from '@askwell/contract/limits.ts'
import type { UserStatus } from '@askwell/contract/shapes.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../../lib/actor.ts'
import { suspensionEnd } from '../policy.ts'
import type { UserChanges } from '../queries.ts'

/** How an account stands that isn't suspended, or no longer. */
export const NO_SUSPENSION = { suspended_at: 0, suspended_until: 0, suspension_note: '' }

interface Wanted {
  status: UserStatus
  suspend_duration: (typeof SUSPENSIONS)[number]
  note: string
}

/** What of an account changes with its status. */
export const statusChanges = ({ status, suspend_duration, note }: Wanted, now: number): UserChanges => {
  switch (status) {
    case 'normal':
      return { status: USER_STATUS.normal, mail_status: MAIL_STATUS.activated, deleted_at: 0, ...NO_SUSPENSION }
    case 'inactive':
      return { status: USER_STATUS.normal, mail_status: MAIL_STATUS.waiting, deleted_at: 0, ...NO_SUSPENSION }
    case 'suspended':
      return {
        status: USER_STATUS.suspended,
        deleted_at: 0,
        suspended_at: now,
        suspended_until: suspensionEnd(now, suspend_duration),
        suspension_note: note.trim(),
      }
    case 'deleted':
      return { status: USER_STATUS.deleted, deleted_at: now, ...NO_SUSPENSION }
  }
}
