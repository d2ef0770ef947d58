import { createHash } from 'node:crypto'
import type { Kit } from '@askwell/plugin-kit'
import type { Card } from './card.ts'

/** What was said of an address, and when; null: nothing. */
export interface Kept {
  at: number
  card: Card | null
}

const DAY_MS = 86_400_000
/** What has failed, or has said nothing, is asked again sooner: it may have been written just now. */
const NOTHING_MS = 10 * 60_000

export const isFresh = ({ at, card }: Kept) => Date.now() - at < (card ? DAY_MS : NOTHING_MS)

const dayOf = (ms: number) => Math.floor(ms / DAY_MS)

/** With other settings everything is asked anew. */
const nameOf = (address: string, { config }: Kit) =>
  createHash('sha256')
    .update(JSON.stringify([config, address]))
    .digest('base64url')

/** Of today, or else of yesterday. */
export const findKept = async (address: string, kit: Kit): Promise<Kept | undefined> => {
  const [name, today] = [nameOf(address, kit), dayOf(Date.now())]
  return ((await kit.storage.get(`${today}/${name}`)) ?? (await kit.storage.get(`${today - 1}/${name}`))) as
    | Kept
    | undefined
}

let clearedOn = 0
/** What is older than yesterday goes. */
const clear = async ({ storage }: Kit, today: number) => {
  if (clearedOn === today) return
  clearedOn = today
  for (;;) {
    const former = (await storage.list()).filter((key) => Number(key.split('/')[0]) < today - 1)
    if (former.length === 0) return
    for (const key of former) await storage.delete(key)
  }
}

/** The site gives only so much room: without any the address is asked again. */
export const keep = async (address: string, kit: Kit, card: Card | null, at = Date.now()) => {
  const now = Date.now()
  const today = dayOf(now)
  clear(kit, today).catch((error: unknown) => {
    clearedOn = 0 // the next one tries again
    console.error(error)
  })
  await kit.storage.set(`${today}/${nameOf(address, kit)}`, { at, card } satisfies Kept)
}

/** What a page said before, which can't be had just now: it is asked again as soon as if it had said nothing. */
export const keepForNow = (address: string, kit: Kit, card: Card | null) =>
  keep(address, kit, card, Date.now() - (card ? DAY_MS - NOTHING_MS : 0))
