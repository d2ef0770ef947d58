import type { PluginAccount } from '@askwell/plugin-kit'
import { Failure } from './messages.ts'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** What the directory says of somebody; the site itself knows the rest. */
export interface Said {
  userName: string
  externalId?: string
  givenName?: string
  familyName?: string
}

export interface Person extends Said {
  displayName: string
  e_mail: string
  active: boolean
}

const NAME_MOST = 150

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : undefined)

/** Entra ID says it in words. */
export const isActive = (value: unknown) => {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw new Failure(400, 'active has to be true or false', 'invalidValue')
}

const looksLikeMail = (value: string | undefined) => (value?.includes('@') ? value : undefined)

/** The primary address, or else the one for work, or the first; where there is none, a userName that is one. */
const mailIn = (emails: unknown, userName: string | undefined) => {
  const all = (Array.isArray(emails) ? emails : []).filter(isObject)
  const chosen =
    all.find(({ primary }) => primary === true || primary === 'True') ??
    all.find(({ type }) => type === 'work') ??
    all[0]
  return text(chosen?.value) ?? looksLikeMail(userName)
}

/** A resource as it is sent, over what is known; names of attributes in any case of letters, as the standard wants them. */
export const personIn = (sent: Json, before?: Person): Person => {
  const given = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]))
  const name = isObject(given.get('name')) ? (given.get('name') as Json) : {}
  const userName = text(given.get('username')) ?? before?.userName
  if (!userName) throw new Failure(400, 'userName is missing', 'invalidValue')
  if (userName.length > NAME_MOST) throw new Failure(400, 'userName is too long', 'invalidValue')
  const givenName = text(name.givenName) ?? before?.givenName
  const familyName = text(name.familyName) ?? before?.familyName
  const whole = [givenName, familyName].filter(Boolean).join(' ')
  const displayName =
    text(given.get('displayname')) ?? text(name.formatted) ?? before?.displayName ?? (whole || userName.split('@')[0]!)
  const e_mail = given.has('emails')
    ? mailIn(given.get('emails'), userName)
    : (before?.e_mail ?? mailIn(undefined, userName))
  if (!e_mail) throw new Failure(400, 'emails is missing, and userName is no address', 'invalidValue')
  const active = given.has('active') ? isActive(given.get('active')) : (before?.active ?? true)
  return {
    userName,
    externalId: text(given.get('externalid')) ?? before?.externalId,
    givenName,
    familyName,
    displayName,
    e_mail,
    active,
  }
}

/** What a PATCH changes, as a resource. Paths are those that directories send for people. */
export const patched = (operations: unknown): Json => {
  if (!Array.isArray(operations)) throw new Failure(400, 'Operations is no list', 'invalidSyntax')
  const changed: Json = {}
  const setAt = (path: string, value: unknown) => {
    const [, of, part] = /^(name|emails\[.*\]|emails)(?:\.(\w+))?$/i.exec(path) ?? []
    if (of?.toLowerCase() === 'name' && part) changed.name = { ...(changed.name as Json | undefined), [part]: value }
    else if (of?.toLowerCase().startsWith('emails'))
      changed.emails = Array.isArray(value) ? value : [{ value, primary: true }]
    else changed[path.replace(/^urn:.*:(?=\w+$)/, '')] = value
  }
  for (const operation of operations) {
    const { op, path, value } = (isObject(operation) ? operation : {}) as {
      op?: unknown
      path?: unknown
      value?: unknown
    }
    if (!/^(add|replace|remove)$/i.test(String(op)))
      throw new Failure(400, `${String(op)} is no operation`, 'invalidSyntax')
    if (/^remove$/i.test(String(op))) continue // nothing here can be without a value
    if (typeof path === 'string') setAt(path, value)
    else if (isObject(value)) for (const [name, one] of Object.entries(value)) setAt(name, one)
    else throw new Failure(400, 'An operation has neither a path nor values', 'noTarget')
  }
  return changed
}

export const resourceOf = (account: PluginAccount, said: Said, base: string) => ({
  schemas: [USER],
  id: account.external_id,
  ...(said.externalId !== undefined && { externalId: said.externalId }),
  userName: said.userName,
  displayName: account.display_name,
  name: {
    formatted: account.display_name,
    ...(said.givenName !== undefined && { givenName: said.givenName }),
    ...(said.familyName !== undefined && { familyName: said.familyName }),
  },
  emails: [{ value: account.e_mail, type: 'work', primary: true }],
  active: account.active,
  meta: {
    resourceType: 'User',
    created: new Date(account.created_at * 1000).toISOString(),
    location: `${base}/Users/${account.external_id}`,
  },
})
