import { ownPath } from '@askwell/contract/own-path.ts'

/** `cache:` as search engines ask for their copies, perhaps with the copy's name, then the address; words that were looked for may follow. */
const CACHED = /^cache:(?:[^\s:/]*:)?(https?:\/\/[^\s]+)/i

/** The page of this site that somebody wants who asks for a cached copy of it; nothing where it is no page of ours. */
export const cachedPath = (q: string, ownHosts: string[]): string | undefined => {
  const address = URL.parse(CACHED.exec(q.trim())?.[1] ?? '')
  return address && ownHosts.includes(address.host)
    ? ownPath(address.pathname + address.search + address.hash)
    : undefined
}
