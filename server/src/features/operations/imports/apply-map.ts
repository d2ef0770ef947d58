import { isStaff } from '@askwell/contract/roles.ts'
import type { Tx } from '../../../events/events.ts'
import { insertLogins, listLoginsAmong } from '../../users/connectors/queries.ts'
import { listUsers, setEmails, type User } from '../../users/users/queries.ts'
import { batches, type Import } from './batches.ts'
import { complainOf, MAP, type MappedMember, missing } from './member-map.ts'
import { listByEmail, listEntered, listOrigins, listWhoWereHere } from './queries.ts'

type Login = NonNullable<MappedMember['login']>
const accountOf = ({ connector, external_id }: Login) => `${connector} ${external_id}`

/** What these members and those who have their addresses and accounts are to each other, and what is added to that. */
const standing = async (tx: Tx, site: string, some: MappedMember[]) => {
  const keys = some.map(({ member }) => member)
  const ids = await listOrigins(tx.db, site, 'user', keys)
  const users = new Map((await listUsers(tx.db, [...new Set(ids.values())])).map((user) => [user.id, user]))
  const holders = await listByEmail(
    tx.db,
    some.flatMap(({ e_mail }) => e_mail ?? []),
  )
  const logins = await listLoginsAmong(
    tx.db,
    [...users.keys()],
    some.flatMap(({ login }) => login?.external_id ?? []),
  )
  return {
    userOf: ({ member }: MappedMember) => users.get(ids.get(member) ?? 0),
    holders,
    were_here: await listWhoWereHere(tx.db, site, keys),
    entered: await listEntered(tx.db, [...users.keys()]),
    owners: new Map(logins.map((one) => [accountOf(one), one.user_id])),
    bound: new Set(logins.map(({ user_id, connector }) => `${user_id} ${connector}`)),
    emails: [] as [id: number, e_mail: string][],
    logins: [] as (Login & { user_id: number })[],
  }
}
type Standing = Awaited<ReturnType<typeof standing>>

/** Who the dump or the list says they are opens nobody's account: an address and a login both do. */
const isTheirOwn = (now: Standing, user: User, member: string) => now.were_here.has(member) || now.entered.has(user.id)

/** @returns what is wrong with it; undefined where it is theirs by now. */
const giveEmail = (now: Standing, user: User, member: string, e_mail: string) => {
  if (user.e_mail === e_mail || now.emails.some(([id, its]) => id === user.id && its === e_mail)) return undefined
  if (isStaff(user)) return `member ${member} is staff here, whose address is changed by hand`
  if (user.e_mail || now.emails.some(([id]) => id === user.id))
    return `member ${member} has another e-mail address here`
  if (isTheirOwn(now, user, member))
    return `member ${member} has used their account here, and gives it an address alone`
  if (now.holders.has(e_mail)) return `${e_mail} is the address of somebody else here`
  now.holders.set(e_mail, user.id)
  now.emails.push([user.id, e_mail])
  return undefined
}

const giveLogin = (now: Standing, user: User, member: string, login: Login) => {
  const [owner, its] = [now.owners.get(accountOf(login)), `${user.id} ${login.connector}`]
  if (owner === user.id) return undefined
  if (isStaff(user)) return `member ${member} is staff here, whose logins they connect themselves`
  if (user.password_hash !== null) return `member ${member} has a password here, and connects it alone`
  if (isTheirOwn(now, user, member)) return `member ${member} has used their account here, and connects it alone`
  if (owner !== undefined) return `account ${login.external_id} is that of somebody else here`
  if (now.bound.has(its)) return `member ${member} has another account of ${login.connector} here`
  now.owners.set(accountOf(login), user.id)
  now.bound.add(its)
  now.logins.push({ user_id: user.id, ...login })
  return undefined
}

const giveOne = (now: Standing, one: MappedMember) => {
  const user = now.userOf(one)
  if (!user) return { one, news: 0, problems: [missing(one)] }
  const before = now.emails.length + now.logins.length
  const problems = [
    one.e_mail && giveEmail(now, user, one.member, one.e_mail),
    one.login && giveLogin(now, user, one.member, one.login),
  ].filter((problem) => problem !== undefined && problem !== '')
  return { one, news: now.emails.length + now.logins.length - before, problems: problems as string[] }
}

const applySome = async ({ app, site, tally }: Import, some: MappedMember[]) => {
  const done = await app.transaction(async (tx) => {
    const now = await standing(tx, site, some)
    const results = some.map((one) => giveOne(now, one))
    await setEmails(tx.db, now.emails)
    await insertLogins(
      tx.db,
      now.logins.map((login) => ({ ...login, known_as: '', created_at: tx.now(), used_at: 0 })),
    )
    return results
  })
  for (const { one, news, problems } of done) {
    tally.count(MAP, 'rows')
    if (problems.length) tally.complain(MAP, one.line, problems.join('; '))
    else tally.note(MAP, news ? { added: 1, present: 0 } : { added: 0, present: 1 })
  }
}

/**
 * Once the members are here: who has no address gets theirs, also those that came in before. Nothing that they have is changed, and staff are
 * left alone, since whoever holds the address of an account can enter it.
 */
export const applyMap = async (one: Import) => {
  if (!one.map) return
  complainOf(one.tally, one.map)
  for await (const some of batches(one.map.members.values(), one.batch)) await applySome(one, some)
  one.tally.finish(MAP)
}
