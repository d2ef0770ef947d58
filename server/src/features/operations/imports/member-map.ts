import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { NotADump } from './not-a-dump.ts'
import { csvRows } from './tables/rows.ts'
import { e_mail, key, short } from './tables/columns.ts'
import type { Tally } from './tally.ts'

// Who is who: a list of the old site's members with their e-mail addresses, their accounts at a service that one can sign in with, or those
// that they have here already.

export const MAP = 'map'
const BYTES_MAX = 64 * 2 ** 20
const ROWS_MAX = 500_000
const COLUMNS = ['member', 'e_mail', 'service', 'account', 'here']
const SERVICE = /^[\w-]{1,50}$/

export interface MappedMember {
  line: number
  member: string
  e_mail?: string
  login?: { connector: string; external_id: string }
  /** The username of the account that they have here. */
  here?: string
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
  if (!said.e_mail && !said.account && !said.here) throw new Error('it has neither e_mail, account nor here')
  if (said.account && !SERVICE.test(said.service!)) throw new Error('column service names none')
  return {
    line,
    member: as('member', key),
    ...(said.e_mail && { e_mail: as('e_mail', e_mail) }),
    ...(said.account && { login: { connector: said.service!, external_id: as('account', short(500)) } }),
    ...(said.here && { here: as('here', short(100)) }),
  }
}

const hasMembers = (given: Record<string, unknown>) => 'member' in given

/** Whether its first row names the columns of a list of members; one without any member may be one. */
export const isMemberMap = async (path: string) => {
  for await (const row of csvRows(path, () => {})) return 'given' in row && hasMembers(row.given)
  return true
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
    if (map.members.size === 0 && map.complaints.length === 0 && !hasMembers(row.given))
      throw new NotADump(`${name} has no column member: its first row names the columns ${COLUMNS.join(', ')}.`, {
        reason: 'error.import.map_columns',
        values: { name, columns: COLUMNS.join(', ') },
      })
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

export const complainOf = (tally: Tally, { complaints }: MemberMap) => {
  for (const { line, problem } of complaints) {
    tally.count(MAP, 'rows')
    tally.complain(MAP, line, problem)
  }
}
export const missing = ({ member }: MappedMember) => `there is no member ${member}`

/** In a dry run: who of them is there, by the keys that were seen. */
export const examineMap = (tally: Tally, map: MemberMap, seen: Set<string>) => {
  complainOf(tally, map)
  for (const one of map.members.values()) {
    tally.count(MAP, 'rows')
    if (seen.has(one.member)) tally.note(MAP, { added: 1, present: 0 })
    else tally.complain(MAP, one.line, missing(one))
  }
}
