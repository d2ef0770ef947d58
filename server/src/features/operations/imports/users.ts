import type { App, Tx } from '../../../events/events.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../lib/actor.ts'
import { usernameFrom } from '../../../lib/slug.ts'
import { insertEntries } from '../../engagement/reputation/queries.ts'
import { eraseUser } from '../../users/users/erasure/queries.ts'
import { isReserved } from '../../users/users/policy.ts'
import { insertUsers, type UserChanges } from '../../users/users/queries.ts'
import type { Import } from './batches.ts'
import type { MemberMap } from './member-map.ts'
import {
  insertOrigins,
  insertProfiles,
  listByEmail,
  listByName,
  listOrigins,
  listStaffAmong,
  listTakenNames,
} from './queries.ts'
import type { ImportResult } from './result.ts'

export interface ImportedUser {
  key: string
  display_name: string
  /** As it was there; one that is taken here gets another. */
  username?: string
  /** With it they can have a new password sent. Who has it here already is the same person, unless they are staff. */
  e_mail?: string
  /** As another program hashed it, until the next login. */
  password_hash?: string
  bio: string
  bio_html: string
  website: string
  location: string
  reputation: number
  created_at: number
  last_login_at: number
  profile: { avatar_url: string; view_count: number; up_vote_count: number; down_vote_count: number } | null
  /** Of an account that can't be used: how it stands. Of a deleted one nothing is left but a number. */
  standing?: Pick<UserChanges, 'suspended_at' | 'suspended_until' | 'deleted_at'> & { status: number }
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
  const own = Math.abs(Number(key)) || 0
  return attempt === 2 ? (own > 1 ? own : 2) : Math.ceil(Math.random() * FAR * attempt)
}

/** A username for each, made of the display name. */
const usernamesFor = async (tx: Tx, users: { key: string; display_name: string; username?: string }[]) => {
  const chosen = new Map<string, string>()
  const used = new Set<string>()
  for (let attempt = 1, left = users; left.length; attempt++) {
    const candidates = left.map(({ key, display_name, username }) => ({
      key,
      name: attempt === 1 && username ? username : usernameFrom(username ?? display_name, numberBehind(key, attempt)),
    }))
    const taken = await listTakenNames(
      tx.db,
      candidates.map(({ name }) => name),
    )
    for (const { key, name } of candidates) {
      if (taken.has(name) || used.has(name) || isReserved(name, false)) continue
      used.add(name)
      chosen.set(key, name)
    }
    left = left.filter(({ key }) => !chosen.has(key))
  }
  return chosen
}

const insertImportedUsers = async (tx: Tx, site: string, users: ImportedUser[]) => {
  const usernames = await usernamesFor(tx, users)
  const ids = await insertUsers(
    tx.db,
    users.map(({ key, reputation, profile: _, username: _own, standing, ...user }) =>
      // Nobody can log in without an address and a password, until the account is claimed.
      ({ ...user, username: usernames.get(key)!, rank: reputation, mail_status: MAIL_STATUS.activated, ...standing }),
    ),
  )
  for (const [at, { standing }] of users.entries())
    if (standing?.status === USER_STATUS.deleted) await eraseUser(tx.db, ids[at]!)
  await insertOrigins(
    tx.db,
    site,
    'user',
    users.map(({ key }, at) => [key, ids[at]!]),
  )
  await insertProfiles(
    tx.db,
    users.flatMap(({ profile }, at) => (profile ? [{ user_id: ids[at]!, ...profile }] : [])),
  )
  await insertEntries(
    tx.db,
    users
      .map(({ reputation, created_at }, at) => ({
        user_id: ids[at]!,
        points: reputation,
        due: reputation,
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

/** A list of members that the admin brought along says more surely who they are. */
const mapped = (users: ImportedUser[], map: MemberMap | undefined): MaybeHere[] =>
  users.map((user) => {
    const { e_mail, here } = map?.members.get(user.key) ?? {}
    return { ...user, ...(e_mail && { e_mail }), ...(here && { here }) }
  })

/** With the username of the account here that is theirs. */
type MaybeHere = ImportedUser & { here?: string }

export const importUsers = ({ app, site, map }: Pick<Import, 'app' | 'site' | 'map'>, all: ImportedUser[]) =>
  insertUnknown(app, site, mapped(all, map))

const insertUnknown = (app: App, site: string, users: MaybeHere[]): Promise<ImportResult> =>
  app.transaction(async (tx) => {
    const known = await listOrigins(
      tx.db,
      site,
      'user',
      users.map(({ key }) => key),
    )
    const unknown = users.filter(({ key }) => !known.has(key))
    const holders = await listByEmail(
      tx.db,
      unknown.flatMap(({ e_mail }) => e_mail ?? []),
    )
    const names = await listByName(
      tx.db,
      unknown.flatMap(({ here }) => here ?? []),
    )
    // A dump can say any address: nothing is written in the name of staff unless the admin's list says who they are.
    const staff = await listStaffAmong(tx.db, [...holders.values()])
    const idHere = ({ here = '', e_mail = '' }: MaybeHere) => {
      const holder = holders.get(e_mail) ?? 0
      return names.get(here) ?? (holder && !staff.has(holder) ? holder : undefined)
    }
    const same = unknown.flatMap((user) => {
      const id = idHere(user)
      return id === undefined ? [] : [[user.key, id] as const]
    })
    await insertOrigins(tx.db, site, 'user', same, { was_here: 1 })
    const taken = new Set(holders.keys())
    const fresh = unknown
      .filter((user) => idHere(user) === undefined)
      .map(({ e_mail, here: _, ...user }) => {
        if (!e_mail || taken.has(e_mail)) return user
        taken.add(e_mail)
        return { ...user, e_mail }
      })
    if (fresh.length) await insertImportedUsers(tx, site, fresh)
    return { added: fresh.length, present: known.size + same.length, orphans: [] }
  })

interface Writing {
  author: Author
  created_at: number
}

/** Ids of those named by posts. Who has no account in what was imported gets one, as old as what they wrote, so that their name stays beside it. */
export const authorIds = async (tx: Tx, site: string, writings: Writing[]) => {
  const wanted = new Map<string, { author: Author; since: number }>()
  for (const { author, created_at } of writings)
    wanted.set(author.key, { author, since: Math.min(created_at, wanted.get(author.key)?.since ?? created_at) })
  const known = await listOrigins(tx.db, site, 'user', [...wanted.keys()])
  const missing = [...wanted.values()].filter(({ author }) => !known.has(author.key))
  if (missing.length === 0) return known
  await insertImportedUsers(
    tx,
    site,
    missing.map(({ author, since }) => ({
      ...author,
      bio: '',
      bio_html: '',
      website: '',
      location: '',
      reputation: 0,
      created_at: since,
      last_login_at: 0,
      profile: null,
    })),
  )
  return listOrigins(tx.db, site, 'user', [...wanted.keys()])
}
