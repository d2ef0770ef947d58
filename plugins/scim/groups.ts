import { randomUUID } from 'node:crypto'
import type { EndpointAnswer, EndpointRequest, Kit } from '@askwell/plugin-kit'
import {
  addMember,
  deleteGroup,
  findByExternalId,
  findByName,
  findGroup,
  type Group,
  isMember,
  listGroupIds,
  listMembers,
  removeMember,
  saveGroup,
} from './group-store.ts'
import { groupIn, groupResource, type GroupStep, stepsIn } from './group-resource.ts'
import { answered, Failure, listed, pageIn, read } from './messages.ts'
import { giveRoles, givesRole } from './roles.ts'

/** An answer has 256 KB at most; larger groups come without their members. */
const MEMBERS_SHOWN = 4000
/** Groups of a page with their members. */
const LISTED_WITH_MEMBERS = 20

const known = async (id: string, kit: Kit) => {
  const group = await findGroup(id, kit)
  if (!group) throw new Failure(404, `There is no group ${id}`)
  return group
}

const ensureFree = async (displayName: string, id: string, kit: Kit) => {
  const holder = await findByName(displayName, kit)
  if (holder && holder.id !== id) throw new Failure(409, `There is a group ${displayName} already`, 'uniqueness')
}

/** One change after another, so that each sees what the one before has left. */
let last: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = last.then(work, work)
  last = done.catch(() => {})
  return done
}

/** @returns who has come in. */
const addMembers = async ({ id }: Group, users: string[], kit: Kit) => {
  const there = new Set(await listMembers(id, kit))
  const added: string[] = []
  for (const user of new Set(users)) {
    if (there.has(user)) continue
    const account = await kit.accounts.find(user)
    if (!account) throw new Failure(400, `There is no user ${user}`, 'invalidValue')
    await addMember(id, account, kit)
    added.push(user)
  }
  return added
}

const removeMembers = async ({ id }: Group, users: string[], kit: Kit) => {
  for (const user of users) await removeMember(id, user, kit)
  return users
}

/** Only who comes or goes: others aren't touched. */
const replaceMembers = async (group: Group, users: string[], kit: Kit) => {
  const wanted = new Set(users)
  const gone = (await listMembers(group.id, kit)).filter((user) => !wanted.has(user))
  return [...(await addMembers(group, users, kit)), ...(await removeMembers(group, gone, kit))]
}

/** @returns whose roles may be others now. */
const rename = async (group: Group, changes: Partial<Group>, kit: Kit): Promise<string[]> => {
  const now = { ...group, ...changes }
  await ensureFree(now.displayName, group.id, kit)
  await saveGroup(now, kit, group)
  const isMoved = now.displayName !== group.displayName
  return isMoved && (givesRole(group.displayName, kit) || givesRole(now.displayName, kit))
    ? listMembers(group.id, kit)
    : []
}

const take = async (id: string, step: GroupStep, kit: Kit) => {
  const group = await known(id, kit)
  switch (step.does) {
    case 'name':
      return rename(group, { displayName: step.displayName }, kit)
    case 'external_id':
      return rename(group, { externalId: step.externalId }, kit)
    case 'add':
      return addMembers(group, step.members, kit)
    case 'remove':
      return removeMembers(group, step.members, kit)
    case 'replace':
      return replaceMembers(group, step.members, kit)
    case 'remove_all':
      return removeMembers(group, await listMembers(id, kit), kit)
  }
}

/** Whatever was done before something fails has its roles, too. */
const takeAll = async (id: string, steps: GroupStep[], kit: Kit) => {
  const before = await known(id, kit)
  const touched: string[] = []
  try {
    for (const step of steps) touched.push(...(await take(id, step, kit)))
  } finally {
    const now = await findGroup(id, kit)
    if (givesRole(before.displayName, kit) || (now && givesRole(now.displayName, kit))) await giveRoles(touched, kit)
  }
  return known(id, kit)
}

const shown = async (group: Group, { base, query }: EndpointRequest, kit: Kit) => {
  const without = /(^|,)\s*members\s*(,|$)/i.test(query.excludedAttributes ?? '')
  const only = query.attributes !== undefined && !/(^|,)\s*members(\.\w+)?\s*(,|$)/i.test(query.attributes)
  const members = without || only ? undefined : await listMembers(group.id, kit)
  return groupResource(group, members && members.length <= MEMBERS_SHOWN ? members : undefined, base)
}

const CONDITION = /\s*([\w.]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*(?:and(?=\s)|$)/iy
/** `displayName eq "…"`, also of `externalId` and `id`, and what Entra ID asks to see whether somebody is in a group: `id eq "…" and members eq "…"`. */
const filtered = async (filter: string, kit: Kit) => {
  const wanted = new Map<string, string>()
  for (CONDITION.lastIndex = 0; CONDITION.lastIndex < filter.length;) {
    const [, attribute, quoted] = CONDITION.exec(filter) ?? []
    if (quoted === undefined) break
    wanted.set(attribute!.toLowerCase().replace(/^members\.value$/, 'members'), JSON.parse(quoted) as string)
  }
  const [id, name, externalId, member] = ['id', 'displayname', 'externalid', 'members'].map((one) => wanted.get(one))
  const known = [id, name, externalId].filter((one) => one !== undefined).length
  if (known === 0 || wanted.size !== known + (member === undefined ? 0 : 1))
    throw new Failure(400, 'Only displayName, externalId and id can be looked for, with eq', 'invalidFilter')
  const group =
    id !== undefined
      ? await findGroup(id, kit)
      : name !== undefined
        ? await findByName(name, kit)
        : await findByExternalId(externalId!, kit)
  const fits =
    group &&
    (name === undefined || group.displayName.toLowerCase() === name.toLowerCase()) &&
    (externalId === undefined || group.externalId === externalId) &&
    (member === undefined || (await isMember(group.id, member, kit)))
  return fits ? [group] : []
}

const list = async (request: EndpointRequest, kit: Kit) => {
  const { query } = request
  if (query.filter) {
    const groups = await filtered(query.filter, kit)
    const resources = await Promise.all(groups.map((group) => shown(group, request, kit)))
    return listed(resources, { totalResults: groups.length, startIndex: 1 })
  }
  const { startIndex, count } = pageIn(query, LISTED_WITH_MEMBERS)
  const ids = await listGroupIds(kit)
  const page = await Promise.all(ids.slice(startIndex - 1, startIndex - 1 + count).map((id) => findGroup(id, kit)))
  const resources = await Promise.all(page.flatMap((group) => (group ? [shown(group, request, kit)] : [])))
  return listed(resources, { totalResults: ids.length, startIndex })
}

const create = async (request: EndpointRequest, kit: Kit) => {
  const { displayName, externalId, members } = groupIn(read(request.body))
  await ensureFree(displayName, '', kit)
  const group: Group = { id: randomUUID(), displayName, externalId, created_at: Math.floor(Date.now() / 1000) }
  await saveGroup(group, kit)
  try {
    await takeAll(group.id, [{ does: 'add', members }], kit)
  } catch (error) {
    if (error instanceof Failure) await remove(group.id, kit)
    throw error
  }
  return answered(await shown(group, request, kit), 201, { location: `${request.base}/Groups/${group.id}` })
}

const replace = async (id: string, request: EndpointRequest, kit: Kit) => {
  const { displayName, externalId, members } = groupIn(read(request.body))
  const steps: GroupStep[] = [
    { does: 'name', displayName },
    { does: 'external_id', externalId },
    { does: 'replace', members },
  ]
  return answered(await shown(await takeAll(id, steps, kit), request, kit))
}

const remove = async (id: string, kit: Kit) => {
  const group = await known(id, kit)
  const members = givesRole(group.displayName, kit) ? await listMembers(id, kit) : []
  await deleteGroup(group, kit)
  await giveRoles(members, kit)
}

export const answerGroups = async (request: EndpointRequest, kit: Kit): Promise<EndpointAnswer | undefined> => {
  const { method, path, body } = request
  if (path === '/Groups') {
    if (method === 'GET') return list(request, kit)
    return method === 'POST' ? inTurn(() => create(request, kit)) : undefined
  }
  const id = /^\/Groups\/([\w-]{1,200})$/.exec(path)?.[1]
  if (id === undefined) return undefined
  switch (method) {
    case 'GET':
      return answered(await shown(await known(id, kit), request, kit))
    case 'PUT':
      return inTurn(() => replace(id, request, kit))
    case 'PATCH':
      await inTurn(() => takeAll(id, stepsIn(read(body).Operations), kit))
      return { status: 204 }
    case 'DELETE':
      await inTurn(() => remove(id, kit))
      return { status: 204 }
    case 'POST':
      return undefined
  }
}
