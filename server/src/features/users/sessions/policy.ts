import { SESSION, STAFF_SESSION } from '@askwell/contract/limits.ts'
import { ROLE } from '@askwell/contract/roles.ts'

/** How long one stays logged in. */
export const sessionSpan = ({ role_id }: { role_id: number }) => (role_id === ROLE.user ? SESSION : STAFF_SESSION)
