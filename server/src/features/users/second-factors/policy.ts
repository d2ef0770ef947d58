import { isStaff } from '@askwell/contract/roles.ts'
import type { Actor } from '../../../lib/actor.ts'
import type { SiteSettings } from '../../operations/settings/policy.ts'

/** Whether staff need a second factor to act as staff. */
export const needsSecondFactor = (
  { staff_second_factor }: Pick<SiteSettings['login'], 'staff_second_factor'>,
  user: Pick<Actor, 'role_id'>,
) => staff_second_factor && isStaff(user)

/** `secret words 123456`: passwords have no spaces, so what follows the last one is a code. */
export const passwordAndCode = (typed: string) => {
  const [, password, code] = /^(\S+) +(\S.*)$/.exec(typed.trimEnd()) ?? []
  return password && code ? { password, code } : { password: typed, code: undefined }
}

/** As people type them: with gaps, in capitals. */
export const tidyCode = (typed: string) => typed.replace(/[\s-]/g, '').toLowerCase()
export const isOneTimePassword = (code: string) => /^\d{6}$/.test(code)
