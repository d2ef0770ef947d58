import { CODE_SECONDS } from '@askwell/contract/limits.ts'
import { objectId } from '@askwell/contract/ids.ts'
import type { KeyIn } from '@askwell/contract/message-keys.ts'
import { answerPath, type PermalinkForm, questionPath } from '@askwell/contract/permalink.ts'
import type { MailChoices, SentMail, UnsentMail } from '@askwell/contract/emails.ts'
import type { ChannelEvent } from '@askwell/contract/channels.ts'
import type { Notification } from '@askwell/contract/notifications.ts'
import type { EmailKind } from '../../../events/events.ts'
import { MINUTE } from '../../../lib/clock.ts'
import { composeEmail, type EmailContent } from '../../../lib/email-layout.ts'
import { excerpt } from '../../../lib/plain-text.ts'
import { sign, unsign } from '../../../lib/tokens.ts'
import { translate } from '../../../lib/messages.ts'
import { addressOf as notificationAddress } from '../notifications/inbox/addresses.ts'
import { codeUrl, type Mailed } from '../../users/accounts/views.ts'
import { isLeaving, type Leaving } from './policy.ts'
import type { Choices } from './queries.ts'
import type { listOutcomes } from './sent/queries.ts'

const channel = (enable: boolean) => ({ key: 'email' as const, enable })
export const mailChoices = (choices: Choices): MailChoices => ({
  inbox: channel(choices.inbox),
  all_new_question: channel(choices.all_new_question),
  all_new_question_for_following_tags: channel(choices.all_new_question_for_following_tags),
})

/** The payload of an unsubscribe link; it is signed, so only this site can have made it. */
export const leaveCode = (secret: string, user_id: number, what: Leaving) =>
  sign(secret, 'unsubscribe', `${user_id} ${what}`)
export const readLeaveCode = (secret: string, code: string): { user_id: number; what: Leaving } | undefined => {
  const [id, what] = unsign(secret, 'unsubscribe', code)?.split(' ') ?? []
  return what !== undefined && isLeaving(what) ? { user_id: Number(id), what } : undefined
}

interface Site {
  name: string
  site_url: string
}

const LEAVING: Partial<Record<EmailKind, Leaving>> = {
  new_answer: 'answers',
  new_comment: 'comments',
  invitation: 'invites',
  new_question: 'new_questions',
}

const siteOf = ({ name, site_url }: Site) => ({ name, address: site_url })

/** An e-mail with one link to follow. */
export const codeEmail = (
  general: Site,
  { purpose, code, from }: { purpose: Mailed; code: string; from?: string },
  name: string,
  language: string,
) => {
  const words = { site: general.name, name, minutes: CODE_SECONDS / MINUTE }
  const tell = (key: KeyIn<'mail'>) => translate(language, `mail.${key}`, words)
  return {
    subject: tell(`${purpose}.subject`),
    ...composeEmail({
      language,
      site: siteOf(general),
      preview: tell(`${purpose}.reason`),
      greeting: tell('greeting'),
      lines: [tell(`${purpose}.reason`)],
      button: { label: tell(`${purpose}.link`), address: codeUrl(general.site_url, purpose, code, from) },
      after: [tell(`${purpose}.rest`)],
    }),
  }
}

/** An e-mail with a code to type where it was asked for. It has no link: an attacker who starts the process for somebody else could have them click it. */
export const typedCodeEmail = (
  general: Site,
  { code, service, known_as, language }: { code: string; service: string; known_as: string; language: string },
) => {
  const words = { site: general.name, minutes: CODE_SECONDS / MINUTE, service, known_as, code }
  const tell = (key: 'subject' | 'reason' | 'greeting' | 'rest') => translate(language, `mail.binding.${key}`, words)
  return {
    subject: tell('subject'),
    ...composeEmail({
      language,
      site: siteOf(general),
      preview: tell('reason'),
      greeting: tell('greeting'),
      lines: [tell('reason'), code],
      after: [tell('rest')],
    }),
  }
}

const WARNINGS = [
  'password_changed',
  'email_changed',
  'login_bound',
  'factor_added',
  'factor_removed',
  'factors_taken_off',
  'account_deleted',
] as const satisfies EmailKind[]
type Warning = (typeof WARNINGS)[number]
export const isWarning = (kind: EmailKind): kind is Warning => (WARNINGS as readonly EmailKind[]).includes(kind)

/** To the former address, or about a changed password: if somebody else did it, the owner should know. */
export const warningEmail = (
  general: Site & { contact_email: string },
  kind: Warning,
  name: string,
  language: string,
) => {
  const words = { site: general.name, name, contact: general.contact_email }
  const tell = (key: KeyIn<'mail'>) => translate(language, `mail.${key}`, words)
  return {
    subject: tell(`${kind}.subject`),
    ...composeEmail({
      language,
      site: siteOf(general),
      preview: tell(`${kind}.reason`),
      greeting: tell('greeting'),
      lines: [tell(`${kind}.reason`)],
      after: [tell(`${kind}.rest`)],
    }),
  }
}

/** Characters of the post that an e-mail quotes. */
const SUMMARY_MAX = 240

interface Shown {
  question_id: number
  title: string
  url_title: string
  /** Its words. */
  plain_text: string
}
export interface EmailNews {
  kind: 'new_answer' | 'new_comment' | 'new_reply' | 'invitation' | 'new_question'
  shown: Shown
  /** The answer itself, or the one that the comment is on; 0 for the question. */
  answer_id: number
  comment_id: number
  /** Who wrote it, or asks. */
  by: string
  tags: string[]
}

const addressOf = (site_url: string, form: PermalinkForm, { shown, answer_id, comment_id }: EmailNews) => {
  const question = { id: objectId('question', shown.question_id), url_title: shown.url_title }
  const path = answer_id ? answerPath(form, question, objectId('answer', answer_id)) : questionPath(form, question)
  if (!comment_id) return site_url + path
  const post = answer_id ? objectId('answer', answer_id) : question.id
  return `${site_url}${path}?comments=${post}#comment-${objectId('comment', comment_id)}`
}

interface Recipient {
  id: number
  display_name: string
  language: string
}

/** One click ends just this source. */
const leaveLink = (general: Site, secret: string, reader: Recipient, leaving: Leaving) => ({
  label: translate(reader.language, 'mail.leave'),
  address: `${general.site_url}/users/unsubscribe?code=${leaveCode(secret, reader.id, leaving)}`,
  why: translate(reader.language, `mail.why_${leaving}`, { site: general.name }),
})

/** What else a user wants to be e-mailed about at once. */
export const notificationEmail = (
  general: Site,
  form: PermalinkForm,
  secret: string,
  reader: Recipient,
  told: Pick<Notification, 'object_info' | 'notification_action' | 'user_info' | 'excerpt'> & { event: ChannelEvent },
) => {
  const { language } = reader
  const said = [told.user_info?.display_name, told.notification_action].filter(Boolean).join(' ')
  return {
    subject: translate(language, 'mail.notification.subject', { said, title: told.object_info.title || general.name }),
    ...composeEmail({
      language,
      site: siteOf(general),
      preview: told.excerpt,
      greeting: translate(language, 'mail.greeting', { name: reader.display_name }),
      lines: [translate(language, 'mail.notification.reason', { said, site: general.name })],
      ...(told.object_info.title && { quote: { title: told.object_info.title, text: told.excerpt } }),
      button: {
        label: translate(language, 'mail.notification.link'),
        address: notificationAddress(general.site_url, form, told),
      },
      after: [],
      leave: leaveLink(general, secret, reader, told.event),
    }),
  }
}

/** The best of a day or a week. */
export const digestEmail = (
  general: Site,
  secret: string,
  reader: Recipient & { since: string },
  sections: NonNullable<EmailContent['sections']>,
) => {
  const { language } = reader
  const tell = (key: 'subject' | 'reason') =>
    translate(language, `mail.digest.${key}`, { site: general.name, since: reader.since })
  return {
    subject: tell('subject'),
    ...composeEmail({
      language,
      site: siteOf(general),
      preview: sections[0]?.items[0]?.label,
      greeting: translate(language, 'mail.greeting', { name: reader.display_name }),
      lines: [tell('reason')],
      sections,
      after: [],
      leave: leaveLink(general, secret, reader, 'digest'),
    }),
  }
}

/** About something on the site. */
export const newsEmail = (general: Site, form: PermalinkForm, secret: string, reader: Recipient, told: EmailNews) => {
  const { kind, shown, by, tags } = told
  const words = { site: general.name, name: reader.display_name, by, title: shown.title, tags: tags.join(', ') }
  const tell = (key: KeyIn<'mail'>) => translate(reader.language, `mail.${key}`, words)
  const leaving = LEAVING[kind === 'new_reply' ? 'new_comment' : kind]!
  const said = excerpt(shown.plain_text, SUMMARY_MAX)
  return {
    subject: tell(`${kind}.subject`),
    ...composeEmail({
      language: reader.language,
      site: siteOf(general),
      preview: said,
      greeting: tell('greeting'),
      lines: [tell(`${kind}.reason`)],
      quote: { title: shown.title, text: said, ...(tags.length && { note: tell('tags') }) },
      button: { label: tell(`${kind}.link`), address: addressOf(general.site_url, form, told) },
      after: [],
      leave: leaveLink(general, secret, reader, leaving),
    }),
  }
}

interface Unsent {
  payload: string
  user_id: number
  attempts: number
  wanted_at: number
  next_try_at: number
  last_error: string | null
}
export const unsentMail = ({ payload, user_id, attempts, wanted_at, next_try_at, last_error }: Unsent): UnsentMail => {
  type Kind = UnsentMail['kind']
  const { kind, purpose } = JSON.parse(payload) as { kind: Kind; purpose?: never } | { kind?: never; purpose: Kind }
  return {
    kind: kind ?? purpose,
    user_id: String(user_id),
    attempts,
    wanted_at,
    next_try_at,
    error: (last_error ?? '').replace(/^Error: /, ''),
  }
}

export const sentMail = (row: Awaited<ReturnType<typeof listOutcomes>>[number]): SentMail => ({
  id: String(row.id),
  kind: row.kind as SentMail['kind'],
  status: row.status,
  user_id: row.user_id ? String(row.user_id) : '',
  address: row.address,
  attempts: row.attempts,
  answer: row.answer,
  created_at: row.created_at,
  updated_at: row.updated_at,
  next_try_at: row.status === 'failed' ? row.next_try_at : 0,
})
