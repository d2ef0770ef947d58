import type { Messages } from '@askwell/contract/text.ts'
import { isReached, onceReached } from '../network.ts'
import { bundleOf, type MessageArea, type MessageBundle } from '@askwell/contract/message-bundles.ts'

// In the browser there is one language at a time: a new one comes with a new page. Its messages come in bundles, as scripts that the browser keeps.

const loaded: Messages = {}
export const loadedMessages = () => loaded

export const messagesAddress = (place: string, bundle: MessageBundle) => `${place}${bundle}.js`

const asked = new Map<string, Promise<void>>()

const fetchFrom = async (address: string) => {
  const { default: messages } = await onceReached(
    () => import(/* @vite-ignore */ address) as Promise<{ default: Messages }>,
    async () => !(await isReached(address)),
  )
  Object.assign(loaded, messages)
}
const fetchOnce = (address: string) => {
  const before = asked.get(address)
  if (before) return before
  const fetching = fetchFrom(address)
  asked.set(address, fetching)
  fetching.then(
    () => Object.assign(fetching, { status: 'fulfilled' }), // React's `use` reads it and then needn't wait
    () => asked.delete(address), // the next one to need them tries again
  )
  return fetching
}

/** Where the messages of this page are; a page that a guard refused has none. */
const placeHere = () => document.documentElement.dataset.messages

/**
 * What to wait for before messages of this area can be shown: always the same promise, also when they are there.
 * A component that waited for it is rendered again by React, and has to ask `use` for it again.
 */
export const messagesArrive = (area: MessageArea) => {
  const place = placeHere()
  return place ? fetchOnce(messagesAddress(place, bundleOf(area))) : undefined
}

/** The messages that this page was rendered with: the server names them in its head. */
export const fetchPageMessages = async () => {
  const named = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload][href^="/locales/"]')
  await Promise.all([...named].map((link) => fetchOnce(link.getAttribute('href')!)))
}
