import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { isStoringPages } from '../../stored-pages.ts'
import { BadgeHost } from '../badges/badge-host.tsx'
import { useUnseenCount } from '../../unseen.ts'
import { listenFor } from './listen.ts'

/** Hears what is new, and says how much on the icon of the installed site; the bell and the title show it themselves. */
export function LiveCount({ user }: { user: string }) {
  const count = useUnseenCount()
  const { key } = useLocation()
  useEffect(() => listenFor(user), [user])
  useEffect(() => {
    if (isStoringPages())
      void import('../../service-worker.ts').then(
        ({ notePage }) => notePage(),
        () => {}, // without a connection the page can't be stored either
      )
  }, [key])
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {}) // where there is no icon
  }, [count])
  return <BadgeHost user={user} />
}
