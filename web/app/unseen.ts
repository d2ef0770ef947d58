import type { BadgeAward } from '@askwell/contract/notifications.ts'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useRoot } from './root-data.ts'

export interface Unseen {
  inbox: number
  achievement: number
}

// What was heard since the page was loaded. It is kept here, since the bell, the title and the page of notifications show it alike.
let heard: { user: string; unseen: Unseen; badge: BadgeAward | null } | undefined
type Source = 'server' | 'page'
const listeners = new Set<(from: Source) => void>()

/** `page`: the page of notifications has just been read, and shows it. */
export const noteUnseen = (
  user: string,
  { inbox, achievement, badge_award }: Unseen & { badge_award?: BadgeAward | null },
  from: Source = 'server',
) => {
  const badge = badge_award === undefined ? (heard?.badge ?? null) : badge_award
  heard = { user, unseen: { inbox, achievement }, badge }
  for (const listener of listeners) listener(from)
}

/** Called whenever something may be another than before. */
export const onUnseen = (listener: (from: Source) => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How many notifications are new, by tab; the tab that is open has nothing new. */
export function useUnseen(): Unseen | null {
  const { user, unseen } = useRoot()
  const { pathname } = useLocation()
  const latest = useSyncExternalStore(
    onUnseen,
    () => heard,
    () => undefined,
  )
  const known = user && latest?.user === user.id ? latest.unseen : unseen
  if (!known) return null
  const open = (tab: keyof Unseen) => pathname.startsWith(`/users/notifications/${tab}`)
  return { inbox: open('inbox') ? 0 : known.inbox, achievement: open('achievement') ? 0 : known.achievement }
}

export function useUnseenCount() {
  const unseen = useUnseen()
  return unseen ? unseen.inbox + unseen.achievement : 0
}

/** The oldest badge that this user hasn't been shown, as far as was heard. */
export const useBadgeAward = (user: string) =>
  useSyncExternalStore(
    onUnseen,
    () => (heard?.user === user ? heard.badge : null),
    () => null,
  )
