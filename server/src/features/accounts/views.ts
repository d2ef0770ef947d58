import type { CurrentUser, LoggedIn } from '@askwell/contract/accounts.ts'
import { CODE_SECONDS } from '@askwell/contract/limits.ts'
import type { ColorScheme } from '@askwell/contract/shapes.ts'
import type { Static } from 'typebox'
import { MINUTE } from '../../lib/clock.ts'
import { say } from '../../lib/words.ts'
import type { User } from '../users/queries.ts'
import { avatarOf } from '../users/views.ts'
import { statusName } from '../users/policy.ts'

const own = (user: User, access_token: string) => ({
  id: String(user.id), created_at: user.created_at, last_login_date: user.last_login_at, username: user.username, e_mail: user.e_mail ?? '',
  mail_status: user.mail_status as 1 | 2, notice_status: user.notice_status, follow_count: user.follow_count, answer_count: user.answer_count, question_count: user.question_count,
  rank: user.rank, authority_group: 0, display_name: user.display_name, mobile: '', bio: user.bio, bio_html: user.bio_html, website: user.website, location: user.location,
  language: user.language, access_token, role_id: user.role_id, status: statusName(user), have_password: user.password_hash !== null, visit_token: '',
})

type Scheme = Static<typeof ColorScheme>

export const loggedIn = (user: User, access_token: string): LoggedIn => ({ ...own(user, access_token), color_scheme: user.color_scheme as Scheme, avatar: avatarOf(user) })

export const currentUser = (user: User, access_token: string): CurrentUser => ({
  ...own(user, access_token), color_scheme: (user.color_scheme || 'default') as Scheme, avatar: { type: user.avatar_type, gravatar: user.avatar_type === 'gravatar' ? user.avatar_custom : '', custom: user.avatar_type === 'gravatar' ? '' : user.avatar_custom },
})

const PATHS = { activation: 'account-activation', reset: 'password-reset', change: 'confirm-new-email' } // product-spec §2
type Mailed = keyof typeof PATHS

export const codeUrl = (siteUrl: string, purpose: Mailed, code: string) => `${siteUrl}/users/${PATHS[purpose]}?code=${code}`

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** A letter with one link to follow, in plain text and in the simplest HTML. */
export const codeLetter = (general: { name: string; site_url: string }, purpose: Mailed, code: string, name: string, language: string) => {
  const url = codeUrl(general.site_url, purpose, code)
  const words = { site: general.name, name, minutes: CODE_SECONDS / MINUTE }
  const [greeting, reason, rest] = ['mail.greeting', `mail.${purpose}.reason`, `mail.${purpose}.rest`].map((key) => say(language, key, words))
  return {
    subject: say(language, `mail.${purpose}.subject`, words),
    text: [greeting, reason, url, rest, `${general.name}\n${general.site_url}`].join('\n\n') + '\n',
    html: [
      `<p>${escape(greeting!)}</p>`, `<p>${escape(reason!)}</p>`, `<p><a href="${escape(url)}">${escape(say(language, `mail.${purpose}.link`))}</a></p>`, `<p>${escape(url)}</p>`,
      `<p>${escape(rest!)}</p>`, `<p><a href="${escape(general.site_url)}">${escape(general.name)}</a></p>`,
    ].join('\n'),
  }
}
