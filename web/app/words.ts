import type { Words } from '@askwell/contract/text.ts'
import { bundleOf, type WordArea, type WordBundle } from '@askwell/contract/word-bundles.ts'

// In the browser there is one language at a time: a new one comes with a new page. Its words come in bundles, as scripts that the browser keeps.

const kept: Words = {}
export const keptWords = () => kept

export const wordsAddress = (place: string, bundle: WordBundle) => `${place}${bundle}.js`

const asked = new Map<string, Promise<void>>()
const arrived = new Set<string>()

const fetchFrom = async (address: string) => {
  const { default: words } = (await import(/* @vite-ignore */ address)) as { default: Words }
  Object.assign(kept, words)
  arrived.add(address)
}
const fetchOnce = (address: string) => {
  const before = asked.get(address)
  if (before) return before
  const fetching = fetchFrom(address)
  asked.set(address, fetching)
  fetching.catch(() => asked.delete(address)) // the next one to need them tries again
  return fetching
}

/** Where the words of this page are; a page that a guard refused has none. */
const placeHere = () => document.documentElement.dataset.words

/** What is still to be waited for before words of this area can be said here. */
export const missingWords = (area: WordArea) => {
  const place = placeHere()
  if (!place) return undefined
  const address = wordsAddress(place, bundleOf(area))
  return arrived.has(address) ? undefined : fetchOnce(address)
}

/** The words that this page was drawn with: the server names them in its head. */
export const fetchPageWords = async () => {
  const named = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload][href^="/locales/"]')
  await Promise.all([...named].map((link) => fetchOnce(link.getAttribute('href')!)))
}
