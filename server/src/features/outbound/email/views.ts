import { CODE_SECONDS } from '@askwell/contract/limits.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { answerPath, type PermalinkForm, questionPath } from '@askwell/contract/permalink.ts'
import type { MailChoices, UnsentMail } from '@askwell/contract/emails.ts'
import type { EmailKind } from '../../../events/events.ts'
import { MINUTE } from '../../../lib/clock.ts'
import { composeEmail } from '../../../lib/email-layout.ts'
import { excerpt } from '../../../lib/plain-text.ts'
import { sign, unsign } from '../../../lib/tokens.ts'
import { translate } from '../../../lib/messages.ts'
import { codeUrl, type Mailed } from '../../users/accounts/views.ts'
import { type Leaving, LEFT_BY } from './policy.ts'
import type { Choices } from './queries.ts'

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
  return what !== undefined && what in LEFT_BY ? { user_id: Number(id), what: what as Leaving } : undefined
}

interface Site {
  name: string
  site_url: string
}

const LEAVING: Partial<Record<EmailKind, Leaving>> = {
  new_answer: 'inbox',
  new_comment: 'inbox',
  invitation: 'inbox',
  new_question: 'new_questions',
}

const siteOf = ({ name, site_url }: Site) => ({ name, address: site_url })

// words: mail.*
/** An e-mail with one link to follow. */
export const codeEmail = (
  general: Site,
  { purpose, code, from }: { purpose: Mailed; code: string; from?: string },
  name: string,
  language: string,
) => {
  const words = { site: general.name, name, minutes: CODE_SECONDS / MINUTE }
  const tell = (key: string) => translate(language, `mail.${key}`, words)
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
  const tell = (key: string) => translate(language, `mail.binding.${key}`, words)
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
  const tell = (key: string) => translate(language, `mail.${key}`, words)
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

/** About something on the site. */
export const newsEmail = (general: Site, form: PermalinkForm, secret: string, reader: Recipient, told: EmailNews) => {
  const { kind, shown, by, tags } = told
  const words = { site: general.name, name: reader.display_name, by, title: shown.title, tags: tags.join(', ') }
  const tell = (key: string) => translate(reader.language, `mail.${key}`, words)
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
      leave: {
        label: tell('leave'),
        address: `${general.site_url}/users/unsubscribe?code=${leaveCode(secret, reader.id, leaving)}`,
        why: tell(`why_${leaving}`),
      },
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
  const { kind, purpose } = JSON.parse(payload) as { kind?: string; purpose?: string }
  return {
    kind: kind ?? purpose ?? '',
    user_id: String(user_id),
    attempts,
    wanted_at,
    next_try_at,
    error: (last_error ?? '').replace(/^Error: /, ''),
  }
}
