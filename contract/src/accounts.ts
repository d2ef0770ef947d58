import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { captcha, ColorScheme, Done, flag, nullable, oneOf, text, Time, UserStatus } from './shapes.ts'

const user = {
  id: Type.String(),
  created_at: Time,
  last_login_date: Time,
  username: Type.String(),
  e_mail: Type.String(),
  /** 1 is verified, 2 is not yet. */
  mail_status: oneOf([1, 2]),
  notice_status: Type.Integer(),
  follow_count: Type.Integer(),
  answer_count: Type.Integer(),
  question_count: Type.Integer(),
  rank: Type.Integer(),
  authority_group: Type.Integer(),
  display_name: Type.String(),
  mobile: Type.String(),
  bio: Type.String(),
  bio_html: Type.String(),
  website: Type.String(),
  location: Type.String(),
  language: Type.String(),
  color_scheme: ColorScheme,
  /** Ours: the face of the editor that they write in, as `PUT user/interface` takes it; empty if they have chosen none. */
  editor_face: Type.String(),
  /** Sent back bare in `Authorization` from now on. */
  access_token: Type.String(),
  /** 1 member, 2 admin, 3 moderator. */
  role_id: Type.Integer(),
  status: UserStatus,
  have_password: Type.Boolean(),
  visit_token: Type.String(),
}

/** The reply to every call that logs somebody in. The avatar is an address. */
export const LoggedIn = Type.Object({ ...user, avatar: Type.String() })
export type LoggedIn = Static<typeof LoggedIn>

export const AVATAR_TYPES = ['default', 'gravatar', 'custom'] as const
/** The logged-in member as they see themself: the avatar is a choice; `gravatar` and `custom` are what they can choose. */
export const CurrentUser = Type.Object({
  ...user,
  avatar: Type.Object({ type: oneOf(AVATAR_TYPES), gravatar: Type.String(), custom: Type.String() }),
})
export type CurrentUser = Static<typeof CurrentUser>

/** Ours: the page of the site where somebody was before; the e-mailed link leads back there. Addresses elsewhere are ignored. */
const from = Type.String({ maxLength: limits.PLACE_MAX, default: '' })

const email = text({ min: 1, max: limits.EMAIL_MAX }, 'email')
const newEmail = text({ min: 1, max: limits.NEW_EMAIL_MAX }, 'new-email')

export const registerByEmail = endpoint({
  method: 'POST',
  path: '/user/register/email',
  summary: 'Register; an activation link is mailed',
  access: 'anyone',
  visibility: 'public',
  rate: 'login',
  body: Type.Object({
    name: text(limits.DISPLAY_NAME, 'display-name'),
    e_mail: newEmail,
    pass: text(limits.PASSWORD, 'password'),
    from,
    ...captcha,
  }),
  reply: LoggedIn,
})

// A password of the wrong length is simply wrong, so no length is checked here. A one-time password may follow, after a space (docs/decisions/0021).
export const logInByEmail = endpoint({
  method: 'POST',
  path: '/user/login/email',
  summary: 'Log in with e-mail and password',
  access: 'anyone',
  visibility: 'public',
  rate: 'login',
  body: Type.Object({
    e_mail: email,
    pass: text({ min: 1, max: limits.PASSWORD.max + 1 + limits.CODE_TYPED_MAX }),
    ...captcha,
  }),
  reply: LoggedIn,
})

export const logOut = endpoint({
  method: 'GET',
  path: '/user/logout',
  summary: 'End this session',
  access: 'logged-in',
  visibility: 'own',
  rate: 'login',
  whileSuspended: true,
  reply: Done,
})

export const currentUser = endpoint({
  method: 'GET',
  path: '/user/info',
  summary: 'Who is asking; nobody without a login',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  reply: nullable(CurrentUser),
})

export const sendVerification = endpoint({
  method: 'POST',
  path: '/user/email/verification/send',
  summary: 'Mail the activation link again',
  access: 'logged-in',
  visibility: 'own',
  rate: 'mail',
  body: Type.Object({ from, ...captcha }),
  reply: Done,
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/user/email/verification',
  summary: 'Activate the account a code was mailed for',
  access: 'anyone',
  visibility: 'public',
  rate: 'login',
  body: Type.Object({ code: text({ min: 1, max: limits.EMAIL_CODE_MAX }) }),
  reply: LoggedIn,
})

/** The reply is the same whether or not there is such an account. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/user/password/reset',
  summary: 'Mail a link for a new password',
  access: 'anyone',
  visibility: 'public',
  rate: 'mail',
  body: Type.Object({ e_mail: email, ...captcha }),
  reply: Done,
})

export const replacePassword = endpoint({
  method: 'POST',
  path: '/user/password/replacement',
  summary: 'Set a new password with a mailed code',
  access: 'anyone',
  visibility: 'public',
  rate: 'login',
  body: Type.Object({ code: text({ min: 1, max: limits.RESET_CODE_MAX }), pass: text(limits.PASSWORD, 'password') }),
  reply: Done,
})

/** The other sessions end. The reply is a new login, since this session gets a new token too. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/user/password',
  summary: 'Change one’s own password',
  access: 'logged-in',
  visibility: 'own',
  rate: 'login',
  sessionOnly: true,
  body: Type.Object({
    old_pass: Type.Optional(text({ max: limits.PASSWORD.max })),
    pass: text(limits.PASSWORD, 'password'),
    ...captcha,
  }),
  reply: LoggedIn,
})

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/user/email/change/code',
  summary: 'Mail a link to the address one wants from now on',
  access: 'logged-in',
  visibility: 'own',
  rate: 'mail',
  sessionOnly: true,
  body: Type.Object({ e_mail: newEmail, pass: Type.Optional(text({ max: limits.PASSWORD.max })), ...captcha }),
  reply: Done,
})

export const changeEmail = endpoint({
  method: 'PUT',
  path: '/user/email',
  summary: 'Take the address a code was mailed to',
  access: 'anyone',
  visibility: 'public',
  rate: 'login',
  sessionOnly: true,
  body: Type.Object({ code: text({ min: 1, max: limits.EMAIL_CODE_MAX }) }),
  reply: LoggedIn,
})

/** `about` comes with the refusal that a suspended member gets, and nowhere else. */
export const suspension = endpoint({
  method: 'GET',
  path: '/user/suspension',
  summary: 'Until when somebody is suspended, and why',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  query: Type.Object({ about: Type.String({ maxLength: 500 }) }),
  reply: nullable(Type.Object({ suspended_until: Time, note: Type.String() })),
})

/** Staff can bring the account back for thirty days. */
export const deleteOwnAccount = endpoint({
  method: 'POST',
  path: '/user/deletion',
  summary: 'Delete one’s own account',
  access: 'logged-in',
  visibility: 'own',
  rate: 'login',
  sessionOnly: true,
  body: Type.Object({
    pass: Type.Optional(text({ max: limits.PASSWORD.max })),
    remove_all_content: flag(false),
    ...captcha,
  }),
  reply: Done,
})

/** What is counted before a captcha is asked for. */
export const CAPTCHA_ACTIONS = [
  'email',
  'password',
  'edit_userinfo',
  'question',
  'answer',
  'comment',
  'edit',
  'invitation_answer',
  'search',
  'report',
  'delete',
  'vote',
] as const
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number]
/** A picture, or instead of it a question in words; where scripts run, perhaps something that asks for neither. */
export const CaptchaToSolve = Type.Object({
  captcha_id: Type.String(),
  captcha_img: Type.String(),
  captcha_question: Type.String(),
  verify: Type.Boolean(),
  /** In place of both, where scripts run: the number below `most` whose SHA-256, after `salt`, is `challenge` in hexadecimal. */
  captcha_work: Type.Optional(
    Type.Object({ salt: Type.String(), challenge: Type.String(), most: Type.Integer({ minimum: 1 }) }),
  ),
  /** In place of all of them: a page of the site to be shown in a frame, which says by `postMessage` what to send (`{ captcha_code }`). */
  captcha_frame: Type.Optional(Type.Object({ address: Type.String(), height: Type.Integer({ minimum: 1 }) })),
})
export type CaptchaToSolve = Static<typeof CaptchaToSolve>
export const actionRecord = endpoint({
  method: 'GET',
  path: '/user/action/record',
  summary: 'Whether the next such action needs a captcha, and which',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  /** `alternative`: ours; for people who can’t see the picture. `scripts`: ours; the caller can do `captcha_work` and show `captcha_frame`. */
  query: Type.Object({ action: oneOf(CAPTCHA_ACTIONS), alternative: flag(false), scripts: flag(false) }),
  reply: CaptchaToSolve,
})
