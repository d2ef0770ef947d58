import type { App, Tx } from '../../../events/events.ts'
import { MAIL_STATUS } from '../../../lib/member.ts'
import { usernameFrom } from '../../../lib/slug.ts'
import { insertEntries } from '../../engagement/reputation/queries.ts'
import { isReserved } from '../../users/users/policy.ts'
import { insertUsers } from '../../users/users/queries.ts'
import { insertOrigins, listOrigins, listTakenNames } from './queries.ts'
import type { ImportResult } from './result.ts'

export interface ImportedMember {
  key: string
  display_name: string
  bio: string
  bio_html: string
  website: string
  location: string
  reputation: number
  created_at: number
  last_login_at: number
}

/** Somebody as a post names them; without an account of their own perhaps, but never without a name. */
export interface Author {
  key: string
  display_name: string
}

const FAR = 1_000_000

/** What is written behind a name that others have: nothing, then the old site's number, at last whatever is free. */
const numberBehind = (key: string, attempt: number) => {
  if (attempt === 1) return 1
  const own = Math.abs(Number(key))
  return attempt === 2 ? (own > 1 ? own : 2) : Math.ceil(Math.random() * FAR * attempt)
}

/** A username for each, made of the display name. */
const usernamesFor = async (tx: Tx, members: { key: string; display_name: string }[]) => {
  const chosen = new Map<string, string>()
  const used = new Set<string>()
  for (let attempt = 1, left = members; left.length; attempt++) {
    const wishes = left.map(({ key, display_name }) => ({
      key,
      name: usernameFrom(display_name, numberBehind(key, attempt)),
    }))
    const taken = await listTakenNames(
      tx.db,
      wishes.map(({ name }) => name),
    )
    for (const { key, name } of wishes) {
      if (taken.has(name) || used.has(name) || isReserved(name, false)) continue
      used.add(name)
      chosen.set(key, name)
    }
    left = left.filter(({ key }) => !chosen.has(key))
  }
  return chosen
}

const bringMembers = async (tx: Tx, site: string, members: ImportedMember[]) => {
  const usernames = await usernamesFor(tx, members)
  const ids = await insertUsers(
    tx.db,
    members.map(({ key, reputation, ...member }) =>
      // Nobody can log in without an address and a password, until the account is claimed.
      ({ ...member, username: usernames.get(key)!, rank: reputation, mail_status: MAIL_STATUS.activated }),
    ),
  )
  await insertOrigins(
    tx.db,
    site,
    'user',
    members.map(({ key }, at) => [key, ids[at]!]),
  )
  await insertEntries(
    tx.db,
    members
      .map(({ reputation, created_at }, at) => ({
        user_id: ids[at]!,
        points: reputation,
        reason: 'opening',
        cause: `opening:${ids[at]!}`,
        capped: 0 as const,
        post_id: 0,
        trigger_user_id: 0,
        created_at,
        taken_back_at: 0,
      }))
      .filter(({ points }) => points !== 0),
  )
}

export const importMembers = (app: App, site: string, members: ImportedMember[]): Promise<ImportResult> =>
  app.transaction(async (tx) => {
    const known = await listOrigins(
      tx.db,
      site,
      'user',
      members.map(({ key }) => key),
    )
    const fresh = members.filter(({ key }) => !known.has(key))
    if (fresh.length) await bringMembers(tx, site, fresh)
    return { added: fresh.length, present: known.size, orphans: [] }
  })

/** Ids of those named by posts. Who has no account in what was imported gets one, so that their name stays beside what they wrote. */
export const authorIds = async (tx: Tx, site: string, authors: Author[], since: number) => {
  const wanted = new Map(authors.map((author) => [author.key, author]))
  const known = await listOrigins(tx.db, site, 'user', [...wanted.keys()])
  const missing = [...wanted.values()].filter(({ key }) => !known.has(key))
  if (missing.length === 0) return known
  await bringMembers(
    tx,
    site,
    missing.map((author) => ({
      ...author,
      bio: '',
      bio_html: '',
      website: '',
      location: '',
      reputation: 0,
      created_at: since,
      last_login_at: 0,
    })),
  )
  return listOrigins(tx.db, site, 'user', [...wanted.keys()])
}
