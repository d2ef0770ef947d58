import type { PluginStorage } from '@askwell/plugin-kit'

/** What the service was told of a text: a correction has to say the same again. */
export interface Kept {
  params: Record<string, string>
  spam: boolean
  username: string
}
/** `text`: by its hash, until the post is there; `post`: by its id. */
type Kind = 'text' | 'post'

const KEPT_MS = 14 * 24 * 60 * 60_000
const MOST = 300

/** Keys begin with when they were made, so that the oldest come first. */
const keyOf = (kind: Kind, id: string) => `${kind}:${String(Date.now()).padStart(15, '0')}:${id}`
const timeOf = (key: string) => Number(key.split(':')[1])

const keyFor = async (storage: PluginStorage, kind: Kind, id: string) =>
  (await storage.list(`${kind}:`)).findLast((key) => key.endsWith(`:${id}`))

export const recall = async (storage: PluginStorage, kind: Kind, id: string) => {
  const key = await keyFor(storage, kind, id)
  return key === undefined ? undefined : ((await storage.get(key)) as Kept | undefined)
}

export const forget = async (storage: PluginStorage, kind: Kind, id: string) => {
  const key = await keyFor(storage, kind, id)
  if (key !== undefined) await storage.delete(key)
}

/** What is too old, and the oldest but for so many. */
const forgetOld = async (storage: PluginStorage, kind: Kind, most: number) => {
  const keys = await storage.list(`${kind}:`)
  const until = Date.now() - KEPT_MS
  for (const [at, key] of keys.entries()) if (at < keys.length - most || timeOf(key) < until) await storage.delete(key)
}

export const keep = async (storage: PluginStorage, kind: Kind, id: string, kept: Kept) => {
  await forget(storage, kind, id)
  await forgetOld(storage, kind, MOST - 1)
  const { username } = kept
  const set = () => storage.set(keyOf(kind, id), kept, username ? { username } : {})
  await set().catch(async () => {
    // Long texts of three bytes a letter fill the storage with fewer.
    for (const each of ['text', 'post'] as const) await forgetOld(storage, each, MOST / 4)
    await set()
  })
}
