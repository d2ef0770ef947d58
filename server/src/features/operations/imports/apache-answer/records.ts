import { USER_STATUS } from '../../../../lib/actor.ts'
import { BrokenRow } from '../batches.ts'
import type { ImportedClosing } from '../closings.ts'
import type { Author } from '../users.ts'
import type { Row } from './queries.ts'

export const STATUS = { available: 1, closed: 2 } as const
export const SHOWN = `status in (${STATUS.available}, ${STATUS.closed})`
/** How a revision stands; one that was rejected stays behind. */
export const REVISION_STATES = { normal: 0, waiting: 1, passed: 2 } as const
/** What is deleted, waits for review, or is in a state that isn't known here stays behind. */
export const isShown = ({ status }: Row) => status === STATUS.available || status === STATUS.closed
const PINNED = 2
const UNLISTED = 2
export const isPinned = ({ pin }: Row) => pin === PINNED
export const isUnlisted = ({ show }: Row) => num(show) >= UNLISTED
export const isDeletedUser = ({ status }: Row) => num(status) >= USER_STATUS.deleted
const MAIL_CONFIRMED = 1
export const ACCEPTED = 2

export const str = (value: Row[string] | undefined) => (value === null || value === undefined ? '' : String(value))
export const num = (value: Row[string] | undefined) => Number(value) || 0

/** Written in UTC, with or without saying so; years before 1970 are how it says never. */
export const time = (value: Row[string] | undefined) => {
  const text = str(value).trim().replace(' ', 'T')
  const ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(ms) ? 0 : Math.max(0, Math.floor(ms / 1000))
}

export const born = (row: Row) => {
  const at = time(row.created_at)
  if (!at) throw new BrokenRow('its created_at is no time')
  return at
}

export const authorOf = (id: Row[string] | undefined): Author => ({ key: str(id), display_name: `user${str(id)}` })

const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** `{"type":"custom","gravatar":"…","custom":"…"}`, or in its first versions the address itself. */
export const avatarIn = (text: string) => {
  try {
    const { type = '', ...addresses } = JSON.parse(text) as Record<string, string>
    return addresses[type] ?? ''
  } catch {
    return text
  }
}

/** Who hasn't confirmed it can say any address is theirs. */
export const confirmedEmail = (row: Row) => {
  const { e_mail, mail_status } = row
  const address = str(e_mail).trim().toLowerCase()
  return !isDeletedUser(row) && mail_status === MAIL_CONFIRMED && ADDRESS.test(address) ? address : ''
}
/** Those of deleted accounts aren't shown there either. */
export const nameIn = (row: Row) =>
  (!isDeletedUser(row) && (str(row.display_name) || str(row.username))) || `user${str(row.id)}`

/** Long after all else: it never ends. */
const FOR_EVER = Date.UTC(9000, 0) / 1000

const standingOf = (row: Row) => {
  if (num(row.status) !== USER_STATUS.suspended) return {}
  const [suspended_at, until] = [time(row.suspended_at), time(row.suspended_until)]
  const suspended_until = until > suspended_at && until < FOR_EVER ? until : 0
  return { standing: { status: USER_STATUS.suspended, suspended_at, suspended_until } }
}

const noProfile = { avatar_url: '', view_count: 0, up_vote_count: 0, down_vote_count: 0 }

/** Of a deleted account only what it was worth, for whom its texts are by. */
const deletedUser = (row: Row) => ({
  key: str(row.id),
  display_name: nameIn(row),
  website: '',
  location: '',
  reputation: num(row.rank),
  created_at: born(row),
  last_login_at: 0,
  profile: noProfile,
  bio: '',
  standing: { status: USER_STATUS.deleted, deleted_at: time(row.deleted_at) || born(row) },
})

export const readUser = (row: Row) => {
  if (isDeletedUser(row)) return deletedUser(row)
  const e_mail = confirmedEmail(row)
  return {
    key: str(row.id),
    username: str(row.username),
    display_name: nameIn(row),
    ...(e_mail && { e_mail }),
    ...(BCRYPT.test(str(row.pass)) && { password_hash: str(row.pass) }),
    website: /^https?:\/\/\S+$/i.test(str(row.website)) ? str(row.website) : '',
    location: str(row.location),
    reputation: num(row.rank),
    created_at: born(row),
    last_login_at: time(row.last_login_date),
    profile: { ...noProfile, avatar_url: avatarIn(str(row.avatar)) },
    bio: str(row.bio),
    ...standingOf(row),
  }
}

/** Why questions were closed, by the question. */
export const closingIn = (row: Row): ImportedClosing => {
  let said: { close_type?: number; close_msg?: string } = {}
  try {
    said = JSON.parse(str(row.value)) as typeof said
  } catch {
    // no reason is known then
  }
  const original = /(?:questions|q)\/(\d{17})/.exec(said.close_msg ?? '')?.[1]
  return {
    key: str(row.object_id),
    post_key: str(row.object_id),
    user_key: '',
    close_type: said.close_type ?? 0,
    original_keys: original ? [original] : [],
    created_at: time(row.updated_at),
  }
}

/** `badge.default_badges.nice_answer.name` → ours of the same name. */
export const badgeCode = (name: string) => /^badge\.default_badges\.(\w+)\.name$/.exec(name)?.[1]
