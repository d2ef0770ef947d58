import { isMailable } from '@askwell/contract/formats.ts'
import { DISPLAY_NAME, PASSWORD, type Span, type SUSPENSIONS } from '@askwell/contract/limits.ts'
import type { UserStatus } from '@askwell/contract/shapes.ts'
import type { NewUser } from '@askwell/contract/user-administration.ts'
import { DAY, HOUR } from '../../../lib/clock.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../lib/actor.ts'
import type { FieldError } from '../../../lib/errors.ts'
import { lookAlikeFaults } from '../../../lib/look-alike-faults.ts'
import { isDisplayName } from '../../../lib/slug.ts'

/** Addresses behind /users/ that are pages; no user may have such a name. */
const PATHS = new Set(
  `account-activation account-recovery account-suspended auth-landing change-email confirm-email confirm-new-email
  delete-account invitation login logout notifications oauth password-reset register settings unsubscribe`.split(/\s+/),
)

/** Names that would suggest that a member speaks for the site, or doesn't exist. Admins may take them. */
const RESERVED = new Set(
  `about abuse access account accounts activate admin administrator administrators admins ads all announcement announcements anonymous anybody anyone
  api app apps archive ask askwell assets auth authentication avatar avatars backup badge badges billing blog board bot bots ceo category chat cms comment comments community
  config contact copyright council cto customer dashboard data delete deleted developer developers docs domain donate download editor editors email everybody everyone faq
  favicon feedback feeds file files flag following forum founder guest guests guideline guidelines guide help helpdesk home hostmaster image images imprint index inbox info
  install installation invite legal license localhost mail mailer-daemon maintenance manager me member members messages mod moderation moderator moderators mods news newsletter
  nobody noreply no-reply notification null official operator owner page password payment people permission plugin plugins policy post postmaster posts press privacy profile
  public question questions rank register reports reputation review reviewer robot robots root rss sales search security server service session setting shop sign-in
  sign-up signin signup site sitemap smtp staff statistics stats status superuser support sysadmin system tag tags team teams terms test theme timeline tos undefined unknown
  upload uploads user username users vote votes webmaster welcome wiki www you`.split(/\s+/),
)

/** Deleted members are called so. */
const LIKE_A_DELETED_MEMBER = /^user\d+$/

export const isReserved = (username: string, forAdmin: boolean) =>
  PATHS.has(username) || LIKE_A_DELETED_MEMBER.test(username) || (!forAdmin && RESERVED.has(username))

/** The canonical form of an address, so that nobody has two accounts with one mailbox. */
export const mailbox = (e_mail: string) => e_mail.trim().toLowerCase()

/** Spaces at the ends, and double ones, are typing mistakes. */
export const tidyName = (name: string) => name.trim().replace(/ {2,}/g, ' ')

interface AccountState {
  status: number
  mail_status: number
}

/** Inactive members haven't confirmed their address, or have to again. */
export const accountState = ({ status, mail_status }: AccountState) =>
  status === USER_STATUS.normal && mail_status !== MAIL_STATUS.activated ? USER_STATUS.inactive : status

/** The name of a deleted account; of an erased one even in the table. */
export const deletedName = (id: number) => `user${id}`
export const isErased = ({ id, username, status }: { id: number; username: string; status: number }) =>
  status === USER_STATUS.deleted && username === deletedName(id)

const NAMES = Object.fromEntries(Object.entries(USER_STATUS).map(([name, status]) => [status, name])) as Record<
  number,
  UserStatus
>
export const statusName = (user: AccountState) => NAMES[accountState(user)] ?? 'inactive'

/** When a suspension is over; 0 is never. Months are those of the calendar. */
export const suspensionEnd = (now: number, duration: (typeof SUSPENSIONS)[number]) => {
  const [, count, unit] = /^(\d+)([hdmy])$/.exec(duration) ?? []
  if (unit === 'h') return now + Number(count) * HOUR
  if (unit === 'd') return now + Number(count) * DAY
  if (!unit) return 0
  const date = new Date(now * 1000)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + Number(count) * (unit === 'y' ? 12 : 1))
  if (date.getUTCDate() !== day) date.setUTCDate(0) // 31 January and a month is the end of February
  return Math.floor(date.getTime() / 1000)
}

const wrongLength = (field: string, text: string, { min, max }: Span): FieldError[] => {
  const length = [...text].length
  if (length < min) return [{ field, reason: 'field.too_short', values: { min } }]
  return length > max ? [{ field, reason: 'field.too_long', values: { max } }] : []
}

/** Stricter than the contract, which checks only characters and length: no double spaces, nothing invisible. */
export const wrongName = (field: string, name: string): FieldError[] => {
  const wrong = wrongLength(field, name, DISPLAY_NAME)
  return wrong.length || isDisplayName(name) ? wrong : [{ field, reason: 'field.bad_name' }]
}

/** Of a name that somebody chooses: no other is made to look like it by letters of another alphabet. Imports, admins and directories bring names as they are. */
export const wrongChosenName = (field: string, name: string): FieldError[] => {
  const wrong = wrongName(field, name)
  return wrong.length ? wrong : lookAlikeFaults([name], field)
}

/** For lines of text, which no schema has checked. */
export const wrongNewUser = ({ display_name, email, password }: NewUser): FieldError[] => [
  ...wrongName('display_name', display_name),
  ...(isMailable(email) ? [] : [{ field: 'email', reason: 'field.bad_email' }]),
  ...(/\s/.test(password)
    ? [{ field: 'password', reason: 'field.has_spaces' }]
    : wrongLength('password', password, PASSWORD)),
]
