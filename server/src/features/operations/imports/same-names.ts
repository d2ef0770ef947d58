import type { App } from '../../../events/events.ts'
import { usernameFrom } from '../../../lib/slug.ts'
import { batches } from './batches.ts'
import type { MemberMap } from './member-map.ts'
import { listByEmail, listHolders, listOrigins, listStaffAmong } from './queries.ts'

// A member who is called like somebody here, or has the address of staff, may be that person, or another one. Only the admin knows: nobody is made a second time without
// their word.

export interface NamedMember {
  line: number
  key: string
  display_name: string
  username?: string
  e_mail?: string
}

export interface SameName {
  line: number
  key: string
  /** The username here. */
  username: string
  /** It's their address that is the same, not their name. */
  isAddressOfStaff?: true
}

const AT_ONCE = 500

/** Those of a batch about whom nothing is known: they haven't come in yet, and neither an address nor the map says who they are. */
const unsettled = async (app: App, site: string, some: NamedMember[], map: MemberMap | undefined) => {
  const addressOf = (one: NamedMember) => map?.members.get(one.key)?.e_mail ?? one.e_mail
  const known = await listOrigins(
    app.db,
    site,
    'user',
    some.map(({ key }) => key),
  )
  const addresses = await listByEmail(
    app.db,
    some.flatMap((one) => addressOf(one) ?? []),
  )
  const staff = await listStaffAmong(app.db, [...addresses.values()])
  return some
    .filter((one) => !known.has(one.key) && !map?.members.get(one.key)?.here)
    .map((one) => {
      const holder = addresses.get(addressOf(one) ?? '')
      return { ...one, holder, staff: holder === undefined ? undefined : staff.get(holder) }
    })
    .filter(({ holder, staff: its }) => holder === undefined || its !== undefined)
}

/** Members who would get another name than theirs, since somebody who didn't come from there has it, and those with the address of staff. */
export async function* sameNames(
  app: App,
  site: string,
  members: AsyncIterable<NamedMember> | Iterable<NamedMember>,
  map: MemberMap | undefined,
): AsyncGenerator<SameName> {
  for await (const batch of batches(members, AT_ONCE)) {
    const named = (await unsettled(app, site, batch, map)).map(({ line, key, username, display_name, staff }) => ({
      line,
      key,
      username: staff ?? username ?? usernameFrom(display_name),
      ...(staff !== undefined && { isAddressOfStaff: true as const }),
    }))
    const held = await listHolders(
      app.db,
      site,
      named.map(({ username }) => username),
    )
    for (const one of named) if (one.isAddressOfStaff || held.has(one.username)) yield one
  }
}
