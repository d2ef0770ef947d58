import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { useText } from '../text.tsx'
import type { NavPlace } from './nav-item.tsx'

/** Where the site's main navigation leads, beside the page and in the menu of small screens alike. */
export function usePlaces(): NavPlace[] {
  const t = useText('layout')
  const { pathname } = useLocation()
  const own = /^\/users\/(settings|notifications)\b/.test(pathname)
  const within = (root: string) => pathname === root || pathname.startsWith(`${root}/`)
  return [
    { to: paths.home(), icon: 'messageCircle', label: t('questions'), current: pathname === paths.home() || within('/questions') },
    { to: paths.tags(), icon: 'tag', label: t('tags'), current: within(paths.tags()) },
    { to: paths.users(), icon: 'users', label: t('users'), current: within(paths.users()) && !own },
  ]
}

/** Where one is, to come back to after logging in or choosing something. */
export function useHere() {
  const { pathname, search } = useLocation()
  return pathname + search
}
