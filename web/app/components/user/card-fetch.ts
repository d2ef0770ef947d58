import { type MemberCard, memberCards } from '@askwell/contract/directory.ts'
import { CARDS_AT_ONCE } from '@askwell/contract/limits.ts'
import { call } from '../../session.ts'

const PROFILE = /^\/users\/([^/]+)$/

export const usernameOf = (link: HTMLAnchorElement) => {
  const name = PROFILE.exec(link.pathname)?.[1]
  return name && decodeURIComponent(name).toLowerCase()
}

const known = new Map<string, Promise<MemberCard | undefined>>()

/** All names of the page that aren't known yet, the one wanted first. */
const unknownOnPage = (wanted: string) =>
  [...new Set([wanted, ...[...document.querySelectorAll<HTMLAnchorElement>('a.user-link')].map(usernameOf)])]
    .filter((name) => name !== undefined && !known.has(name))
    .slice(0, CARDS_AT_ONCE) as string[]

/** The card of one name; with it come those of all the others on the page, so that one request does. */
export const fetchCard = (username: string) => {
  if (!known.has(username)) {
    const names = unknownOnPage(username)
    const cards = call(memberCards, { query: { usernames: names.join() } }).then(
      (list) => new Map(list.map((card) => [card.user.username.toLowerCase(), card])),
    )
    for (const name of names) {
      const card = cards.then((all) => all.get(name))
      known.set(name, card)
      card.catch(() => known.delete(name))
    }
  }
  return known.get(username)!
}
