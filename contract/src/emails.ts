import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { Done, oneOf, text, Time } from './shapes.ts'

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

export const UnsentMail = Type.Object({
  /** Which e-mail: `activation`, `new_answer` … */
  kind: Type.String(),
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
