import { setTimeout } from 'node:timers/promises'
import { type Kit, plugin } from '@askwell/plugin-kit'
import { atMost } from './at-most.ts'
import type { Card } from './card.ts'
import { findKept, isFresh, keep, keepForNow } from './kept.ts'
import { readPage } from './page.ts'

/** The site waits five seconds for all addresses of a text. */
const WAIT_MS = 3500

const reading = atMost(8)
const remembering = atMost(10)

/** What is kept, or else what the page says now. One that can't be had just now goes on showing what it did. */
const look = async (address: string, kit: Kit): Promise<Card | null> => {
  const kept = await remembering(() => findKept(address, kit)).catch(() => undefined)
  if (kept && isFresh(kept)) return kept.card
  const { card, isRead } = await reading(() => readPage(address, kit)).then(
    (card) => ({ card, isRead: true }),
    (error: Error) => {
      console.error(`${address}: ${error.message}`)
      return { card: kept?.card ?? null, isRead: false }
    },
  )
  await remembering(() => (isRead ? keep : keepForNow)(address, kit, card)).catch(console.error)
  return card
}

const looked = new Map<string, Promise<Card | null>>()

/** Each page is read once for all who ask meanwhile. */
const previewOf = (address: string, kit: Kit) => {
  const page = address.replace(/#.*$/s, '')
  const known = looked.get(page)
  if (known) return known
  const card = look(page, kit).finally(() => void looked.delete(page))
  looked.set(page, card)
  return card
}

export default plugin({
  embed(addresses, kit) {
    const cards = Promise.all(addresses.map((address) => previewOf(address, kit)))
    const late = setTimeout(WAIT_MS).then(() => {
      // The text is completed later, when they have been read.
      throw new Error('not all pages could be read in time')
    })
    return Promise.race([cards, late])
  },
})
