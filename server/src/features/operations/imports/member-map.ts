import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { isStaff } from '@askwell/contract/roles.ts'
import { insertLogins, listLoginsAmong } from '../../users/connectors/queries.ts'
import { listUsers } from '../../users/users/queries.ts'
import { batches, type Import } from './batches.ts'
import { listByEmail, listOrigins, setEmails } from './queries.ts'
import { NotADump } from './not-a-dump.ts'
import { csvRows } from './tables/rows.ts'
import { e_mail, key, short } from './tables/columns.ts'
import type { Tally } from './tally.ts'

// Who is who: a list of the old site's members with their e-mail addresses, or their accounts at a service that one can sign in with.

export const MAP = 'map'
const BYTES_MAX = 64 * 2 ** 20
const ROWS_MAX = 500_000
const COLUMNS = ['member', 'e_mail', 'service', 'account']
const SERVICE = /^[\w-]{1,50}$/

export interface MappedMember {
  line: number
  member: string
  e_mail?: string
  login?: { connector: string; external_id: string }
}
export interface MemberMap {
  path: string
  members: Map<string, MappedMember>
  complaints: { line: number; problem: string }[]
}

const readRow = (line: number, given: Record<string, unknown>): MappedMember => {
  const said = Object.fromEntries(COLUMNS.map((name) => [name, String(given[name] ?? '').trim()]))
  const as = (name: string, read: (value: unknown) => unknown) => {
    try {
      return String(read(said[name]))
    } catch (error) {
      throw new Error(`column ${name} ${(error as Error).message}`, { cause: error })
    }
  }
  if (!said.member) throw new Error('column member is empty')
  if (!said.e_mail && !said.account) throw new Error('it has neither an e_mail nor an account')
  if (said.account && !SERVICE.test(said.service!)) throw new Error('column service names none')
  return {
    line,
    member: as('member', key),
    ...(said.e_mail && { e_mail: as('e_mail', e_mail) }),
    ...(said.account && { login: { connector: said.service!, external_id: as('account', short(500)) } }),
  }
}

export const readMap = async (path: string): Promise<MemberMap> => {
  const name = basename(path)
  if (!existsSync(path)) throw new NotADump(`${name} isn't there.`)
  if (statSync(path).size > BYTES_MAX) throw new NotADump(`${name} is larger than a list of members.`)
  const map: MemberMap = { path, members: new Map(), complaints: [] }
  for await (const row of csvRows(path, () => {})) {
    if (!('given' in row)) {
      if ('problem' in row) map.complaints.push(row)
      continue
    }
    if (map.members.size === 0 && map.complaints.length === 0 && !('member' in row.given))
      throw new NotADump(`${name} has no column member: its first row names the columns ${COLUMNS.join(', ')}.`)
    if (map.members.size === ROWS_MAX) throw new NotADump(`${name} has more than ${ROWS_MAX} members.`)
    try {
      const one = readRow(row.line, row.given)
      if (map.members.has(one.member)) throw new Error(`member ${one.member} stands in it twice`)
      map.members.set(one.member, one)
    } catch (error) {
      map.complaints.push({ line: row.line, problem: (error as Error).message })
    }
  }
  return map
}

const complainOf = (tally: Tally, { complaints }: MemberMap) => {
  for (const { line, problem } of complaints) {
    tally.count(MAP, 'rows')
    tally.complain(MAP, line, problem)
  }
}
const missing = ({ member }: MappedMember) => `there is no member ${member}`

/** In a dry run: who of them is there, by the keys that were seen. */
export const examineMap = (tally: Tally, map: MemberMap, seen: Set<string>) => {
  complainOf(tally, map)
  for (const one of map.members.values()) {
    tally.count(MAP, 'rows')
    if (seen.has(one.member)) tally.note(MAP, { added: 1, present: 0 })
    else tally.complain(MAP, one.line, missing(one))
  }
}

/**
 * Once the members are here: who has no address gets theirs, also those that came in before. Nothing that they have is changed, and staff are
 * left alone, since whoever holds the address of an account can enter it.
 */
const applySome = async ({ app, site, tally }: Import, some: MappedMember[]) => {
  const done = await app.transaction(async (tx) => {
    const ids = await listOrigins(
      tx.db,
      site,
      'user',
      some.map(({ member }) => member),
    )
    const users = new Map((await listUsers(tx.db, [...ids.values()])).map((user) => [user.id, user]))
    const holders = await listByEmail(
      tx.db,
      some.flatMap((one) => one.e_mail ?? []),
    )
    const logins = await listLoginsAmong(
      tx.db,
      [...users.keys()],
      some.flatMap(({ login }) => login?.external_id ?? []),
    )
    const [owners, has] = [
      new Map(logins.map((one) => [`${one.connector} ${one.external_id}`, one.user_id])),
      new Set(logins.map((one) => `${one.user_id} ${one.connector}`)),
    ]
    const emails: [id: number, e_mail: string][] = []
    const made: Parameters<typeof insertLogins>[1] = []
    const results = some.map((one) => {
      const user = users.get(ids.get(one.member) ?? 0)
      const problems: string[] = []
      let news = 0
      if (!user) return { one, news, problems: [missing(one)] }
      const { e_mail: address, login } = one
      if (address && user.e_mail !== address) {
        if (isStaff(user)) problems.push(`member ${one.member} is staff here, whose address is changed by hand`)
        else if (user.e_mail) problems.push(`member ${one.member} has another e-mail address here`)
        else if (holders.has(address)) problems.push(`${address} is the address of somebody else here`)
        else {
          holders.set(address, user.id)
          emails.push([user.id, address])
          news++
        }
      }
      if (login) {
        const [account, its] = [`${login.connector} ${login.external_id}`, `${user.id} ${login.connector}`]
        if (owners.get(account) === user.id) return { one, news, problems }
        if (isStaff(user)) problems.push(`member ${one.member} is staff here, whose logins they connect themselves`)
        else if (user.password_hash !== null) problems.push(`member ${one.member} has a password here, and connects it alone`)
        else if (owners.has(account)) problems.push(`account ${login.external_id} is that of somebody else here`)
        else if (has.has(its)) problems.push(`member ${one.member} has another account of ${login.connector} here`)
        else {
          owners.set(account, user.id)
          has.add(its)
          made.push({ user_id: user.id, ...login, known_as: '', created_at: tx.now(), used_at: 0 })
          news++
        }
      }
      return { one, news, problems }
    })
    await setEmails(tx.db, emails)
    await insertLogins(tx.db, made)
    return results
  })
  for (const { one, news, problems } of done) {
    tally.count(MAP, 'rows')
    if (problems.length) tally.complain(MAP, one.line, problems.join('; '))
    else tally.note(MAP, news ? { added: 1, present: 0 } : { added: 0, present: 1 })
  }
}

export const applyMap = async (one: Import) => {
  if (!one.map) return
  complainOf(one.tally, one.map)
  for await (const some of batches(one.map.members.values(), one.batch)) await applySome(one, some)
  one.tally.finish(MAP)
}
