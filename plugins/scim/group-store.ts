import type { Kit } from '@askwell/plugin-kit'

/** A group as the directory knows it. Its members are kept by themselves, so that two requests at once lose none. */
export interface Group {
  id: string
  displayName: string
  externalId?: string
  created_at: number
}

// In the storage, beside the keys of people: what a group is, who has a name there, and one key for each member.
const groupKey = (id: string) => `g:${id}`
const nameKey = (displayName: string) => `gn:${displayName.trim().toLowerCase()}`
const externalKey = (externalId: string) => `ge:${externalId}`
const membersOf = (id: string) => `m:${id}:`

const LISTED_MOST = 1000
const HEX = [...'0123456789abcdef']

/** However many there are: where a list is full, what may follow the prefix is asked for by its first character. All of these keys go on as UUIDs. */
const keysBelow = async (prefix: string, kit: Kit): Promise<string[]> => {
  const keys = await kit.storage.list(prefix)
  if (keys.length < LISTED_MOST) return keys
  const parts: string[] = []
  for (const next of [...HEX, '-']) parts.push(...(await keysBelow(prefix + next, kit)))
  return parts
}

export const findGroup = async (id: string, { storage }: Kit) => (await storage.get(groupKey(id))) as Group | undefined

const findBy = async (key: string, kit: Kit) => {
  const id = (await kit.storage.get(key)) as string | undefined
  return id === undefined ? undefined : findGroup(id, kit)
}
export const findByName = (displayName: string, kit: Kit) => findBy(nameKey(displayName), kit)
export const findByExternalId = (externalId: string, kit: Kit) => findBy(externalKey(externalId), kit)

export const listGroupIds = async (kit: Kit) => {
  const prefix = groupKey('')
  return (await keysBelow(prefix, kit)).map((key) => key.slice(prefix.length))
}

export const saveGroup = async (group: Group, kit: Kit, before?: Group) => {
  const { storage } = kit
  const { id, displayName, externalId } = group
  await storage.set(groupKey(id), group)
  await storage.set(nameKey(displayName), id)
  if (externalId !== undefined) await storage.set(externalKey(externalId), id)
  if (before && nameKey(before.displayName) !== nameKey(displayName)) await storage.delete(nameKey(before.displayName))
  if (before?.externalId !== undefined && before.externalId !== externalId)
    await storage.delete(externalKey(before.externalId))
}

export const deleteGroup = async ({ id, displayName, externalId }: Group, kit: Kit) => {
  for (const key of await keysBelow(membersOf(id), kit)) await kit.storage.delete(key)
  await kit.storage.delete(nameKey(displayName))
  if (externalId !== undefined) await kit.storage.delete(externalKey(externalId))
  await kit.storage.delete(groupKey(id))
}

export const listMembers = async (id: string, kit: Kit) => {
  const prefix = membersOf(id)
  return (await keysBelow(prefix, kit)).map((key) => key.slice(prefix.length))
}

export const isMember = async (id: string, user: string, { storage }: Kit) =>
  (await storage.get(membersOf(id) + user)) !== undefined

/** It goes with the member's account. */
export const addMember = (id: string, user: { external_id: string; username: string }, { storage }: Kit) =>
  storage.set(membersOf(id) + user.external_id, 1, { username: user.username })

export const removeMember = (id: string, user: string, { storage }: Kit) => storage.delete(membersOf(id) + user)
