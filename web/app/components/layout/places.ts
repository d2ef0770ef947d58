import { placeBefore } from '@askwell/contract/own-path.ts'
import { useLocation, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { useRoot } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import type { NavPlace } from './nav-item.tsx'

/** The links of the main navigation, beside the page and in the menu of small screens. */
export function usePlaces(): NavPlace[] {
  const t = useText('layout')
  const format = useFormatCount()
  const { to_review, plugins } = useRoot()
  const { pathname } = useLocation()
  const own = /^\/users\/(settings|notifications)\b/.test(pathname)
  const within = (root: string) => pathname === root || pathname.startsWith(`${root}/`)
  return [
    {
      to: paths.home(),
      icon: 'messageCircle',
      label: t('questions'),
      current: pathname === paths.home() || within('/questions'),
    },
    { to: paths.tags(), icon: 'tag', label: t('tags'), current: within(paths.tags()) },
    { to: paths.users(), icon: 'users', label: t('users'), current: within(paths.users()) && !own },
    { to: paths.badges(), icon: 'award', label: t('badges'), current: within(paths.badges()) },
    ...plugins.pages.map(({ slug_name, title, icon }) => ({
      to: paths.pluginPage(slug_name),
      icon: 'layoutList' as const,
      picture: icon,
      label: title,
      current: within(paths.pluginPage(slug_name)),
    })),
    ...(to_review === null
      ? []
      : [
          {
            to: paths.review(),
            icon: 'shield' as const,
            label: t('review'),
            count: to_review > 0 ? format(to_review) : undefined,
            current: pathname === paths.review(),
          },
        ]),
  ]
}

/** The present address, to come back to after logging in or choosing something. */
export function useHere() {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** The address to come back to after logging in or registering: the present one, or on a login page the one before it. */
export function usePlaceBefore() {
  const here = useHere()
  const [search] = useSearchParams()
  return placeBefore(here) === '/' ? search.get('from') : here
}
