import { fromIn } from '@askwell/contract/own-path.ts'
import type { CurrentUser, LoggedIn } from '@askwell/contract/accounts.ts'
import type { ColorScheme } from '@askwell/contract/shapes.ts'
import type { Static } from 'typebox'
import type { App } from '../../../events/events.ts'
import { sign, unsign } from '../../../lib/tokens.ts'
import { findUser, type User } from '../users/queries.ts'
import { avatarOf } from '../users/views.ts'
import { statusName } from '../users/policy.ts'
import { isSuspended } from './policy.ts'

const own = (user: User, access_token: string) => ({
  id: String(user.id),
  created_at: user.created_at,
  last_login_date: user.last_login_at,
  username: user.username,
  e_mail: user.e_mail ?? '',
  mail_status: user.mail_status as 1 | 2,
  notice_status: user.notice_status,
  follow_count: user.follow_count,
  answer_count: user.answer_count,
  question_count: user.question_count,
  rank: user.rank,
  authority_group: 0,
  display_name: user.display_name,
  mobile: '',
  bio: user.bio,
  bio_html: user.bio_html,
  website: user.website,
  location: user.location,
  language: user.language,
  editor_face: user.editor_face,
  access_token,
  role_id: user.role_id,
  status: statusName(user),
  have_password: user.password_hash !== null,
  visit_token: '',
})

type Scheme = Static<typeof ColorScheme>

export const loggedIn = (user: User, access_token: string): LoggedIn => ({
  ...own(user, access_token),
  color_scheme: user.color_scheme as Scheme,
  avatar: avatarOf(user),
})

export const currentUser = (user: User, access_token: string): CurrentUser => ({
  ...own(user, access_token),
  color_scheme: (user.color_scheme || 'default') as Scheme,
  avatar: {
    type: user.avatar_type,
    gravatar: user.avatar_type === 'gravatar' ? user.avatar_custom : '',
    custom: user.avatar_type === 'gravatar' ? '' : user.avatar_custom,
  },
})

/** Says who is suspended to the page that tells them about it. */
export const suspensionCode = (secret: string, user_id: number) => sign(secret, 'suspension', String(user_id))

/** Nothing once it is over. */
export const suspensionOf = async (app: App, about: string) => {
  const id = unsign(app.secret, 'suspension', about)
  const user = id === null ? undefined : await findUser(app.db, Number(id))
  return user && isSuspended(user, app.clock.now())
    ? { suspended_until: user.suspended_until, note: user.suspension_note }
    : null
}

const PATHS = { activation: 'account-activation', reset: 'password-reset', change: 'confirm-new-email' }

export type Mailed = keyof typeof PATHS

export const codeUrl = (siteUrl: string, purpose: Mailed, code: string, from?: string) =>
  `${siteUrl}/users/${PATHS[purpose]}?code=${code}${fromIn(from, '&')}`
