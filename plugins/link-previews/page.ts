import type { Kit } from '@askwell/plugin-kit'
import { type Card, cardIn } from './card.ts'
import { textOfPage } from './charset.ts'

/** Of a longer page the beginning, where it says what it is. */
const BYTES = 512 * 1024
const REDIRECTS = 3
const SECONDS = 8
const ASKED_FOR = 'text/html, application/xhtml+xml'
const IS_PAGE = /^(text\/html|application\/xhtml\+xml)\s*(;|$)/i

/** The whole answer of a page, wherever it has moved to; the site refuses what leads away from the hosts that an admin has named. */
const follow = async (address: string, kit: Kit) => {
  const until = Date.now() + SECONDS * 1000
  let now = address
  for (let left = REDIRECTS; ; left--) {
    const seconds = (until - Date.now()) / 1000
    if (seconds <= 0) throw new Error('took too long')
    const headers = { accept: ASKED_FOR, 'accept-language': kit.language.replace('_', '-') }
    const response = await kit.fetch(now, { headers, seconds, first: BYTES })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return response
    const next = URL.parse(location, now)
    if (!next || left === 0) throw new Error('it leads from one address to another')
    now = next.href
  }
}

/** What a page shows of itself; null where it is none, or says nothing. Throws where it couldn't be asked. */
export const readPage = async (address: string, kit: Kit): Promise<Card | null> => {
  const response = await follow(address, kit)
  const { status, ok, headers } = response
  if (status >= 500 || status === 429) throw new Error(`answered ${status}`)
  const type = headers.get('content-type') ?? ''
  // Nothing compressed was asked for.
  if (!ok || !IS_PAGE.test(type) || !/^(identity)?$/i.test(headers.get('content-encoding') ?? '')) return null
  return cardIn(textOfPage(new Uint8Array(await response.arrayBuffer()), type)) ?? null
}
