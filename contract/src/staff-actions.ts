import { isAdmin, isStaff } from './roles.ts'

/** What is done to many things at once, and looking for them; and who may. A role gets an action by one word here. */
export const STAFF_ACTIONS = {
  'content.find': 'admin',
  'content.close': 'admin',
  'content.reopen': 'admin',
  'content.pin': 'admin',
  'content.unpin': 'admin',
  'content.unlist': 'admin',
  'content.list': 'admin',
  'content.delete': 'admin',
  'content.undelete': 'admin',
  'content.retag': 'admin',
  'content.author': 'admin',
  'member.find': 'admin',
  'member.suspend': 'admin',
  'member.unsuspend': 'admin',
  'member.role': 'admin',
  'member.delete': 'admin',
  'member.sweep': 'admin',
  'member.note': 'admin',
} as const satisfies Record<string, 'admin' | 'moderator'>

export type StaffAction = keyof typeof STAFF_ACTIONS
type Somebody = Parameters<typeof isStaff>[0]

export const mayAct = (person: Somebody, action: StaffAction) =>
  (STAFF_ACTIONS[action] as string) === 'moderator' ? isStaff(person) : isAdmin(person)
