import { ROLE } from '@askwell/contract/roles.ts'
import { USER_STATUS } from '../../../lib/actor.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'

type Login = Pick<
  SiteSettings['login'],
  'allow_new_registrations' | 'allow_email_registrations' | 'allow_password_login' | 'allow_email_domains'
>

/** If nobody may log in with a password, nobody gets an account that has nothing else. */
export const canRegister = (login: Login) =>
  login.allow_new_registrations && login.allow_email_registrations && login.allow_password_login

/** An empty list means no limit. A domain doesn't include its subdomains. */
export const isAllowedDomain = ({ allow_email_domains }: Login, e_mail: string) =>
  allow_email_domains.length === 0 ||
  allow_email_domains.includes(e_mail.slice(e_mail.lastIndexOf('@') + 1).toLowerCase())

/** Admins always, or nobody could turn it on again. */
export const canUsePassword = ({ allow_password_login }: Login, { role_id }: { role_id: number }) =>
  allow_password_login || role_id === ROLE.admin

/** An expired suspension is over, even if the clean-up hasn't run yet. */
export const isSuspended = ({ status, suspended_until }: { status: number; suspended_until: number }, now: number) =>
  status === USER_STATUS.suspended && (suspended_until === 0 || suspended_until > now)
