import { BrokenRow } from '../batches.ts'
import type { ImportedClosing } from '../closings.ts'
import type { Row } from './queries.ts'

export const STATUS = { available: 1, closed: 2, deleted: 10, pending: 11 } as const
export const SHOWN = `status in (${STATUS.available}, ${STATUS.closed})`
const USER_DELETED = 10
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

const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** `{"type":"custom","gravatar":"…","custom":"…"}`, or in its first versions the address itself. */
const avatarIn = (text: string) => {
  try {
    const { type = '', ...addresses } = JSON.parse(text) as Record<string, string>
    return addresses[type] ?? ''
  } catch {
    return text
  }
}

/** Who hasn't confirmed it can say any address is theirs. */
export const confirmedEmail = ({ e_mail, status, mail_status }: Row) => {
  const address = str(e_mail).trim().toLowerCase()
  return status !== USER_DELETED && mail_status === MAIL_CONFIRMED && ADDRESS.test(address) ? address : ''
}
export const nameIn = (row: Row) => str(row.display_name) || str(row.username) || `user${str(row.id)}`

export const readUser = (row: Row) => {
  const e_mail = confirmedEmail(row)
  return {
    key: str(row.id),
    username: str(row.username),
    display_name: nameIn(row),
    ...(e_mail && { e_mail }),
    ...(row.status !== USER_DELETED && BCRYPT.test(str(row.pass)) && { password_hash: str(row.pass) }),
    website: /^https?:\/\/\S+$/i.test(str(row.website)) ? str(row.website) : '',
    location: str(row.location),
    reputation: num(row.rank),
    created_at: born(row),
    last_login_at: time(row.last_login_date),
    profile: {
      avatar_url: avatarIn(str(row.avatar)),
      view_count: 0,
      up_vote_count: 0,
      down_vote_count: 0,
    },
    bio: str(row.bio),
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
