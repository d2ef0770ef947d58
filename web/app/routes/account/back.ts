import { ownPath } from '../../own-path.ts'

/** Where a person was going before they had to log in; only ever a path of this site. */
export const backFrom = (url: URL) => {
  const from = ownPath(url.searchParams.get('from'))
  return from.startsWith('/users/log') ? '/' : from
}
