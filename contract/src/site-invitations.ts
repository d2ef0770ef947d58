import { Type, type Static } from 'typebox'
import { LoggedIn } from './accounts.ts'
import { bytesFor, endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { ROLE, ROLES } from './roles.ts'
import { Done, nullable, oneOf, page, paged, span, text, Time } from './shapes.ts'

// Ours. People come in by an invitation, also where registration is closed: by e-mail to one address, or by a link to hand over.

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

const RoleId = oneOf(ROLES.map((role) => ROLE[role]))

export const INVITATION_STATES = ['open', 'used', 'ended'] as const
export const SiteInvitation = Type.Object({
  id: Type.String(),
  /** Empty for a link that anybody can use who has it. */
  e_mail: Type.String(),
  display_name: Type.String(),
  role_id: Type.Integer(),
  role_name: Type.String(),
  /** `used`: as often as allowed. `ended`: its time is over, or somebody took it back (`ended_at`). */
  state: oneOf(INVITATION_STATES),
  max_uses: Type.Integer(),
  used_count: Type.Integer(),
  created_at: Time,
  /** 0: not sent yet, or a link. */
  sent_at: Time,
  /** Why the last e-mail could not be sent. */
  send_error: Type.String(),
  expires_at: Time,
  ended_at: Time,
  invited_by: Type.String(),
  /** The latest of those who came in by it. */
  users: Type.Array(Type.Object({ user_id: Type.String(), display_name: Type.String() })),
})
export type SiteInvitation = Static<typeof SiteInvitation>

export const siteInvitations = endpoint({
  ...admin,
  method: 'GET',
  path: '/invitations/page',
  summary: 'Invitations to the site: open ones, used ones, ended ones; the latest first',
  query: Type.Object({ ...page, state: oneOf(INVITATION_STATES, { default: 'open' }) }),
  reply: paged(SiteInvitation),
})

const terms = { role_id: RoleId, days: span(limits.INVITATION_DAYS) }

/** Each address gets an e-mail with a link of its own, which proves that the address is theirs. */
export const inviteByEmail = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/invitations/email',
  summary: 'Invite people by e-mail',
  body: Type.Object({ e_mails: text({ min: 1, max: limits.INVITATION_EMAILS_MAX }, 'not-blank'), ...terms }),
  reply: Type.Object({ count: Type.Integer() }),
})

/** The address is in this reply and nowhere else; only a hash of it is stored. Links to staff roles work once. */
export const inviteByLink = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/invitations/link',
  summary: 'Make a link by which people come in',
  body: Type.Object({ ...terms, max_uses: span(limits.INVITATION_USES) }),
  reply: Type.Object({ url: Type.String() }),
})

const id = Type.String({ minLength: 1, maxLength: 20 })

export const endSiteInvitation = endpoint({
  ...admin,
  method: 'DELETE',
  path: '/invitation',
  summary: 'Take an open invitation back',
  body: Type.Object({ id }),
  reply: Done,
})

/** With a new link; the one in the former e-mail no longer works. */
export const sendSiteInvitation = endpoint({
  ...admin,
  method: 'POST',
  path: '/invitation/send',
  summary: 'Send an open invitation once more',
  body: Type.Object({ id }),
  reply: Done,
})

/** What becomes of a line of a list: an invitation, or why not. */
export const LINE_OUTCOMES = [
  'invite',
  'no_email',
  'bad_email',
  'bad_name',
  'unknown_role',
  'double',
  'member',
  'invited',
] as const
export type LineOutcome = (typeof LINE_OUTCOMES)[number]
export const PersonLine = Type.Object({
  line: Type.Integer(),
  e_mail: Type.String(),
  display_name: Type.String(),
  role_name: Type.String(),
  outcome: oneOf(LINE_OUTCOMES),
})
export type PersonLine = Static<typeof PersonLine>

/** `csv`: e-mail, name and role, by the names in its first line or in this order; separated by commas, semicolons or tabs. */
const people = Type.Object({ csv: text({ min: 1, max: limits.PEOPLE_CSV_MAX }, 'not-blank'), ...terms })
export const checkPeople = endpoint({
  ...admin,
  method: 'POST',
  path: '/people/check',
  summary: 'What would become of each line of a list of people; nothing is done',
  body: people,
  bodyBytes: bytesFor(limits.PEOPLE_CSV_MAX),
  reply: Type.Array(PersonLine),
})

/** The long task `invite_people` sends the e-mails. */
export const invitePeople = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/people',
  summary: 'Invite everybody on a list who can be invited',
  body: people,
  bodyBytes: bytesFor(limits.PEOPLE_CSV_MAX),
  reply: Type.Object({ task_id: Type.String(), count: Type.Integer() }),
})

const code = Type.String({ minLength: 1, maxLength: 100 })

/** Who invited, and to what; nothing where it can't be used, or no longer. */
export const invitationToSite = endpoint({
  method: 'GET',
  path: '/site-invitation',
  summary: 'What an invitation to the site is to, by the code in its link',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  query: Type.Object({ code }),
  reply: nullable(
    Type.Object({
      invited_by: Type.String(),
      e_mail: Type.String(),
      display_name: Type.String(),
      role_id: Type.Integer(),
      role_name: Type.String(),
      expires_at: Time,
    }),
  ),
})

/** `e_mail` only counts for a link; then it has to be confirmed. An invitation by e-mail has its address. */
export const acceptSiteInvitation = endpoint({
  method: 'POST',
  path: '/site-invitation',
  summary: 'Come in by an invitation, with a name and a password of one’s own',
  access: 'anyone',
  visibility: 'public',
  rate: 'login',
  body: Type.Object({
    code,
    name: text(limits.DISPLAY_NAME, 'display-name'),
    e_mail: text({ max: limits.NEW_EMAIL_MAX }, 'optional-email'),
    pass: text(limits.PASSWORD, 'password'),
  }),
  reply: LoggedIn,
})
