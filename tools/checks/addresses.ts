import { matchRoutes, type RouteObject } from 'react-router'

/** What `routes.ts` is made of: React Router's own shape, as far as it matters here. */
export interface RouteEntry {
  path?: string
  file: string
  index?: boolean
  children?: RouteEntry[]
}

type Guard = 'anyone' | 'logged-in' | 'activated' | 'logged-out' | 'not-activated' | 'moderator' | 'admin' | 'any guard'

const NOWHERE = '/there/is/no/such/page'

// Every address the site promises, so that links and bookmarks of existing sites keep working; `:` stands for anything.
const ADDRESSES: Record<string, Guard> = {
  '/': 'anyone',
  '/questions': 'anyone',
  '/questions/ask': 'activated',
  '/posts/:/edit': 'activated',
  '/posts/:/:/edit': 'activated',
  '/questions/:': 'anyone',
  '/questions/:/:': 'anyone',
  '/questions/:/:/:': 'anyone',
  '/questions/linked/:': 'anyone',
  '/search': 'anyone',
  '/tags': 'anyone',
  '/tags/create': 'moderator',
  '/tags/:': 'anyone',
  '/tags/:/info': 'anyone',
  '/tags/:/edit': 'activated',
  '/users': 'anyone',
  '/users/:': 'anyone',
  '/users/:/:': 'anyone',
  '/users/settings': 'logged-in',
  '/users/settings/profile': 'logged-in',
  '/users/settings/notify': 'logged-in',
  '/users/settings/account': 'logged-in',
  '/users/settings/interface': 'logged-in',
  '/users/settings/:': 'logged-in',
  '/users/notifications/:': 'logged-in',
  '/users/notifications/:/:': 'logged-in',
  '/posts/:/timeline': 'logged-in',
  '/posts/:/:/timeline': 'logged-in',
  '/tags/:/timeline': 'logged-in',
  '/review': 'any guard',
  '/badges': 'anyone',
  '/badges/:': 'anyone',
  '/tos': 'anyone',
  '/privacy': 'anyone',
  '/users/unsubscribe': 'anyone',
  '/403': 'anyone',
  '/50x': 'anyone',
  [NOWHERE]: 'anyone',
  '/install': 'any guard',
  '/maintenance': 'anyone',
  '/users/login': 'logged-out',
  '/users/register': 'logged-out',
  '/users/logout': 'any guard',
  '/users/account-recovery': 'any guard',
  '/users/change-email': 'any guard',
  '/users/password-reset': 'any guard',
  '/users/account-activation': 'any guard',
  '/users/account-activation/success': 'any guard',
  '/users/account-activation/failed': 'any guard',
  '/users/confirm-new-email': 'any guard',
  '/users/account-suspended': 'logged-out',
  '/users/confirm-email': 'any guard',
  '/users/auth-landing': 'any guard',
  '/user-center/auth': 'logged-out',
  '/user-center/auth-failed': 'any guard',
  ...Object.fromEntries(
    [
      '',
      '/dashboard',
      '/answers',
      '/questions',
      '/users',
      '/users/:',
      '/themes',
      '/customize',
      '/general',
      '/interface',
      '/smtp',
      '/branding',
      '/legal',
      '/write',
      '/seo',
      '/login',
      '/privileges',
      '/installed-plugins',
      '/:',
      '/badges',
    ].map((page) => [`/admin${page}`, 'admin' as const]),
  ),
}

/** Guards that keep somebody out by who they are; `private-site` and `not-installed` ask about the site. */
const KEEPS_OUT = ['logged-in', 'activated', 'logged-out', 'not-activated', 'moderator', 'admin']

const guardOf = (file: string) => /guards\/([^/]+)\.tsx$/.exec(file)?.[1]

/** Promised addresses that no route serves, or that admit others than they should. */
export const missingAddresses = (routes: RouteEntry[]) =>
  Object.entries(ADDRESSES).flatMap(([address, wanted]) => {
    const matches =
      matchRoutes(routes as RouteObject[], address.replaceAll(':', '17'))?.map(({ route }) => route as RouteEntry) ?? []
    const caughtAll = matches.at(-1)?.path === '*'
    if (matches.length === 0 || caughtAll !== (address === NOWHERE)) return [`web/app/routes.ts has no ${address}`]
    const guards = matches.map(({ file }) => guardOf(file) ?? '').filter((guard) => KEEPS_OUT.includes(guard))
    if (wanted === 'any guard') return []
    if (wanted === 'anyone')
      return guards.length ? [`${address} is for everybody, but ${guards.join(', ')} stands before it`] : []
    return guards.includes(wanted)
      ? []
      : [`${address} needs the guard ${wanted}, but has ${guards.join(', ') || 'none'}`]
  })
