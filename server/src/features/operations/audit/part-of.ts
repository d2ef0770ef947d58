import { MODERATION_KINDS } from '@askwell/contract/audit.ts'

const MODERATION: ReadonlySet<string> = new Set(MODERATION_KINDS)

/** Who may see an act: every moderator, or admins alone; told by the noun of its action. */
export const partOf = (action: string) =>
  MODERATION.has(action.split('.', 1)[0]!) ? ('moderation' as const) : ('administration' as const)
