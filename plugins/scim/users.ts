import { randomUUID } from 'node:crypto'
import type { EndpointAnswer, EndpointRequest, Kit, PluginAccount } from '@askwell/plugin-kit'
import { answered, Failure, listed, pageIn, read } from './messages.ts'
import { patched, type Person, personIn, resourceOf, type Said } from './resource.ts'

const PAGE_MOST = 100

// In the storage: what the directory says of each, and who has a name there. Keys are short.
const saidOf = (id: string) => `u:${id}`
const nameKey = (userName: string) => `n:${userName.toLowerCase()}`
const externalKey = (externalId: string) => `e:${externalId}`

const saidIn = async ({ storage }: Kit, { external_id, e_mail }: PluginAccount) =>
  ((await storage.get(saidOf(external_id))) as Said | undefined) ?? { userName: e_mail }

const known = async (id: string, kit: Kit) => {
  const account = await kit.accounts.find(id)
  if (!account) throw new Failure(404, `There is no user ${id}`)
  return { account, said: await saidIn(kit, account) }
}
const shown = async (account: PluginAccount, kit: Kit, base: string) =>
  resourceOf(account, await saidIn(kit, account), base)

/** What the site refuses: an address or a name that somebody has, or that is none. */
const accepted = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const { message } = error as Error
    if (/^(e_mail|username|external_id): .*(taken|already|exists|used)/i.test(message))
      throw new Failure(409, message, 'uniqueness')
    if (/^(e_mail|username|display_name|external_id|role): /.test(message))
      throw new Failure(400, message, 'invalidValue')
    throw error
  }
}

const keep = async (id: string, { userName, externalId, givenName, familyName }: Person, kit: Kit, before?: Said) => {
  const { storage } = kit
  await storage.set(saidOf(id), { userName, externalId, givenName, familyName })
  await storage.set(nameKey(userName), id)
  if (externalId !== undefined) await storage.set(externalKey(externalId), id)
  if (before && nameKey(before.userName) !== nameKey(userName)) await storage.delete(nameKey(before.userName))
  if (before?.externalId !== undefined && before.externalId !== externalId)
    await storage.delete(externalKey(before.externalId))
}

const ensureFree = async (userName: string, id: string, { storage, accounts }: Kit) => {
  const holder = (await storage.get(nameKey(userName))) as string | undefined
  if (holder !== undefined && holder !== id && (await accounts.find(holder)))
    throw new Failure(409, `${userName} is taken`, 'uniqueness')
}

/** `userName eq "…"`, and the same for `externalId`, which is what directories ask for. */
const filtered = async (filter: string, kit: Kit) => {
  const [, attribute, quoted] = /^\s*([\w.[\] ]+?)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(filter) ?? []
  const value = quoted === undefined ? '' : (JSON.parse(quoted) as string)
  const key = { username: nameKey, externalid: externalKey }[attribute?.toLowerCase() ?? '']
  if (!key) throw new Failure(400, 'Only userName and externalId can be looked for, with eq', 'invalidFilter')
  const id = (await kit.storage.get(key(value))) as string | undefined
  return id === undefined ? undefined : kit.accounts.find(id)
}

const list = async ({ query, base }: EndpointRequest, kit: Kit) => {
  const { startIndex, count } = pageIn(query, PAGE_MOST)
  if (query.filter) {
    const account = await filtered(query.filter, kit)
    return listed(account ? [await shown(account, kit, base)] : [], { totalResults: account ? 1 : 0, startIndex: 1 })
  }
  const { accounts, count: totalResults } = await kit.accounts.list({ offset: startIndex - 1, limit: count })
  const resources = await Promise.all(accounts.map((account) => shown(account, kit, base)))
  return listed(resources, { totalResults, startIndex })
}

const create = async ({ body, base }: EndpointRequest, kit: Kit) => {
  const person = personIn(read(body))
  await ensureFree(person.userName, '', kit)
  const id = randomUUID()
  const { userName, displayName: display_name, e_mail } = person
  let account = await accepted(
    kit.accounts.create({ external_id: id, username: userName.split('@')[0], display_name, e_mail }),
  )
  await keep(id, person, kit)
  if (!person.active) account = await kit.accounts.setActive(id, false)
  return answered(resourceOf(account, person, base), 201, { location: `${base}/Users/${id}` })
}

/** All that a PUT or a PATCH says; the site is only told of what is another. */
const save = async (id: string, sent: Record<string, unknown>, kit: Kit, base: string) => {
  const { account, said } = await known(id, kit)
  const before = { ...said, displayName: account.display_name, e_mail: account.e_mail, active: account.active }
  const person = personIn(sent, before)
  await ensureFree(person.userName, id, kit)
  let now = account
  if (person.displayName !== before.displayName || person.e_mail.toLowerCase() !== before.e_mail.toLowerCase())
    now = await accepted(kit.accounts.change(id, { display_name: person.displayName, e_mail: person.e_mail }))
  if (person.active !== now.active) now = await accepted(kit.accounts.setActive(id, person.active))
  await keep(id, person, kit, said)
  return answered(resourceOf(now, person, base))
}

export const answerUsers = async (request: EndpointRequest, kit: Kit): Promise<EndpointAnswer | undefined> => {
  const { method, path, body, base } = request
  if (path === '/Users') {
    if (method === 'GET') return list(request, kit)
    return method === 'POST' ? create(request, kit) : undefined
  }
  const id = /^\/Users\/([\w-]{1,200})$/.exec(path)?.[1]
  if (id === undefined) return undefined
  switch (method) {
    case 'GET': {
      const { account } = await known(id, kit)
      return answered(await shown(account, kit, base))
    }
    case 'PUT':
      return save(id, read(body), kit, base)
    case 'PATCH':
      return save(id, patched(read(body).Operations), kit, base)
    case 'DELETE':
      await known(id, kit)
      await accepted(kit.accounts.setActive(id, false))
      return { status: 204 }
    case 'POST':
      return undefined
  }
}
