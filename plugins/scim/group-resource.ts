import { Failure } from './messages.ts'
import type { Group } from './group-store.ts'

export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

const NAME_MOST = 200

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const byLowerCase = (sent: Json) => new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]))

const nameIn = (value: unknown) => {
  const name = typeof value === 'string' ? value.trim() : ''
  if (!name) throw new Failure(400, 'displayName is missing', 'invalidValue')
  if (name.length > NAME_MOST) throw new Failure(400, 'displayName is too long', 'invalidValue')
  return name
}
const externalIdIn = (value: unknown) => {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || value.length > NAME_MOST)
    throw new Failure(400, 'externalId is no text, or too long', 'invalidValue')
  return value
}

/** Ids of people. Okta and Entra ID resolve groups inside groups themselves. */
const idsIn = (value: unknown) =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map((one) => {
    const { value: id, type } = isObject(one) ? one : { value: one, type: undefined }
    if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id))
      throw new Failure(400, 'A member has no id', 'invalidValue')
    if (typeof type === 'string' && type.toLowerCase() === 'group')
      throw new Failure(400, 'Groups inside groups aren’t kept', 'invalidValue')
    return id
  })

/** A group as a whole, as POST and PUT send it. */
export const groupIn = (sent: Json) => {
  const given = byLowerCase(sent)
  return {
    displayName: nameIn(given.get('displayname')),
    externalId: externalIdIn(given.get('externalid')),
    members: idsIn(given.get('members')),
  }
}

/** What a PATCH wants, one step after another. */
export type GroupStep =
  | { does: 'name'; displayName: string }
  | { does: 'external_id'; externalId: string | undefined }
  | { does: 'add' | 'remove' | 'replace'; members: string[] }
  | { does: 'remove_all' }

const MEMBER_PATH = /^members\[\s*value\s+eq\s+"([^"\\]+)"\s*\]$/i

const stepAt = (op: string, path: string, value: unknown): GroupStep[] => {
  const named = path.replace(/^urn:.*:(?=\w+(\[|$))/i, '')
  const one = MEMBER_PATH.exec(named)?.[1]
  if (one !== undefined && op === 'remove') return [{ does: 'remove', members: [one] }]
  switch (named.toLowerCase()) {
    case 'members':
      if (op === 'remove' && (value === undefined || value === null)) return [{ does: 'remove_all' }]
      return [{ does: op as 'add' | 'remove' | 'replace', members: idsIn(value) }]
    case 'displayname':
      return [{ does: 'name', displayName: nameIn(op === 'remove' ? undefined : value) }]
    case 'externalid':
      return [{ does: 'external_id', externalId: op === 'remove' ? undefined : externalIdIn(value) }]
    case 'id':
    case 'schemas':
    case 'meta':
      return []
    default:
      throw new Failure(400, `${path.slice(0, 100)} is no path of a group`, 'invalidPath')
  }
}

/** Okta sends names without a path, Entra ID with one and operations in capitals. */
export const stepsIn = (operations: unknown): GroupStep[] => {
  if (!Array.isArray(operations)) throw new Failure(400, 'Operations is no list', 'invalidSyntax')
  return operations.flatMap((operation) => {
    const given = isObject(operation) ? operation : {}
    const op = String(given.op).toLowerCase()
    if (!/^(add|replace|remove)$/.test(op)) throw new Failure(400, `${op} is no operation`, 'invalidSyntax')
    if (typeof given.path === 'string' && given.path) return stepAt(op, given.path, given.value)
    if (!isObject(given.value)) throw new Failure(400, 'An operation has neither a path nor values', 'noTarget')
    return Object.entries(given.value).flatMap(([name, value]) => stepAt(op, name, value))
  })
}

export const groupResource = (group: Group, members: string[] | undefined, base: string) => ({
  schemas: [GROUP],
  id: group.id,
  ...(group.externalId !== undefined && { externalId: group.externalId }),
  displayName: group.displayName,
  ...(members && { members: members.map((value) => ({ value })) }),
  meta: {
    resourceType: 'Group',
    created: new Date(group.created_at * 1000).toISOString(),
    location: `${base}/Groups/${group.id}`,
  },
})
