import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { AUserId, Done, oneOf, text, Time } from './shapes.ts'

/** What a member may be e-mailed about. E-mails about the account itself can't be turned off. */
export const MAIL_SOURCES = ['inbox', 'all_new_question', 'all_new_question_for_following_tags'] as const
export type MailSource = (typeof MAIL_SOURCES)[number]

/** The channel; there is only this one. */
const Channel = Type.Object({ key: oneOf(['email']), enable: Type.Boolean() })
export const MailChoices = Type.Object({
  inbox: Channel,
  all_new_question: Channel,
  all_new_question_for_following_tags: Channel,
})
export type MailChoices = Static<typeof MailChoices>
export const mailChoices = endpoint({
  method: 'GET',
  path: '/user/notification/config',
  summary: 'What one wants to be mailed about',
  access: 'logged-in',
  visibility: 'own',
  rate: 'read',
  reply: MailChoices,
})
export const saveMailChoices = endpoint({
  method: 'PUT',
  path: '/user/notification/config',
  summary: 'Say what one wants to be mailed about',
  access: 'logged-in',
  visibility: 'own',
  rate: 'write',
  body: Type.Partial(MailChoices),
  reply: Done,
})

/** The code is in every such e-mail, and can't be guessed. There is no tight rate limit, as many calls may come at once from one mail provider. It never expires, works any number of times, and does only this. */
export const unsubscribe = endpoint({
  method: 'PUT',
  path: '/user/notification/unsubscribe',
  summary: 'Get no more mails of the kind that a code came with',
  access: 'anyone',
  visibility: 'public',
  rate: 'write',
  body: Type.Object({ code: text({ min: 1, max: limits.EMAIL_CODE_MAX }) }),
  reply: Done,
})

const CODE_EMAILS = ['activation', 'reset', 'change', 'binding'] as const
/** E-mails about what has happened. */
const NEWS_EMAILS = [
  'new_answer',
  'new_comment',
  'invitation',
  'new_question',
  'password_changed',
  'email_changed',
  'login_bound',
  'factor_added',
  'factor_removed',
  'factors_taken_off',
  'account_deleted',
  'notification',
  'digest',
] as const
export type NewsEmail = (typeof NEWS_EMAILS)[number]
export const EMAIL_KINDS = [...CODE_EMAILS, ...NEWS_EMAILS] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

export const UnsentMail = Type.Object({
  kind: oneOf(EMAIL_KINDS),
  user_id: Type.String(),
  attempts: Type.Integer(),
  wanted_at: Time,
  /** 0: given up. */
  next_try_at: Time,
  error: Type.String(),
})
export type UnsentMail = Static<typeof UnsentMail>
const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const
export const unsentMails = endpoint({
  ...admin,
  method: 'GET',
  path: '/mails/unsent',
  summary: 'E-mails that could not be sent so far',
  reply: Type.Object({ count: Type.Integer(), list: Type.Array(UnsentMail) }),
})
export const sendUnsentMails = endpoint({
  ...admin,
  method: 'POST',
  path: '/mails/unsent',
  summary: 'Try to send them now',
  reply: Done,
})

/** What became of an e-mail. What it said isn't stored. */
export const SentMail = Type.Object({
  id: Type.String(),
  kind: oneOf(EMAIL_KINDS),
  status: oneOf(['sent', 'failed']),
  /** Empty for somebody who has no account here. */
  user_id: Type.String(),
  address: Type.String(),
  attempts: Type.Integer(),
  /** In the mail server's own words; empty for one that went into the outbox folder. */
  answer: Type.String(),
  created_at: Time,
  updated_at: Time,
  /** Of a failed one that is tried again by itself; else 0. */
  next_try_at: Time,
})
export type SentMail = Static<typeof SentMail>

/** Ours. The latest ones first; `before` goes on after the last one of the page before. `query` is a part of the address. */
export const sentMails = endpoint({
  ...admin,
  method: 'GET',
  path: '/mails/sent',
  summary: 'What became of e-mails',
  query: Type.Object({
    status: oneOf(['', 'sent', 'failed'], { default: '' }),
    kind: oneOf(['', ...EMAIL_KINDS], { default: '' }),
    query: Type.String({ maxLength: limits.ADMIN_QUERY_MAX, default: '' }),
    before: Type.Optional(AUserId),
  }),
  reply: Type.Object({ more: Type.Boolean(), list: Type.Array(SentMail) }),
})
/** Ours. Only one that has failed. */
export const resendMail = endpoint({
  ...admin,
  method: 'PUT',
  path: '/mails/sent',
  summary: 'Try to send a failed e-mail now',
  body: Type.Object({ id: Type.String({ minLength: 1, maxLength: 20 }) }),
  reply: Done,
})
