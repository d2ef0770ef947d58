import type { StoredDraft } from './draft-storage.ts'
import { browser, storage } from './session.ts'

// Drafts that were thrown away here and that the server may still have: without a connection it hears of that later, from whatever page is open then.

const PREFIX = 'askwell_dropped:'
const keyOf = (name: string) => `${PREFIX}${browser.user?.id}:${name}`

type DroppedDraft = Pick<StoredDraft, 'based_on' | 'sending' | 'saved_at'>

export const noteDropped = (name: string, { based_on, sending }: StoredDraft) => {
  if (!browser.user || (based_on === undefined && !sending)) return
  const dropped: DroppedDraft = { based_on, sending, saved_at: Math.floor(Date.now() / 1000) }
  try {
    storage()?.setItem(keyOf(name), JSON.stringify(dropped))
  } catch {
    // without room for it, a draft comes back that can be thrown away again
  }
}

export const findDropped = (name: string) =>
  JSON.parse(storage()?.getItem(keyOf(name)) ?? 'null') as DroppedDraft | null

export const forgetDropped = (name: string) => storage()?.removeItem(keyOf(name))

const listDropped = () =>
  Object.keys(storage() ?? {}).flatMap((key) => (key.startsWith(keyOf('')) ? [key.slice(keyOf('').length)] : []))

/** Tells the server of all of them. */
export const sendDroppedDrafts = async () => {
  const names = listDropped()
  if (names.length === 0) return
  // Where the script doesn't come, the next page tells the server.
  const { dropOnServer } = (await import('./server-drafts.ts').catch(() => undefined)) ?? {}
  if (dropOnServer) await Promise.all(names.map(dropOnServer))
}
