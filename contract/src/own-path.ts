const HERE = 'http://here.invalid'

/** A path of this site to go to, or `/` if the text might lead elsewhere. */
export const ownPath = (url: string | null | undefined) => {
  if (!url || !/^\/(?![/\\])/.test(url) || /[\\\p{Cc}\p{Zl}\p{Zp}]/u.test(url)) return '/'
  const parsed = URL.parse(url, HERE)
  if (!parsed || parsed.origin !== HERE) return '/'
  const path = parsed.pathname + parsed.search + parsed.hash
  return path.startsWith('//') ? '/' : path // `/a/..//elsewhere` has become `//elsewhere`
}

/** Pages for logging in, and addresses that do something: no page to come back to. */
const NO_PLACE =
  /^\/(users\/(login|logout|register|account-recovery|account-activation|account-suspended|password-reset|confirm-email|confirm-new-email|auth-landing|unsubscribe)|user-center|answer|preferences|install)(?=[/?#]|$)/

/** Longer ones don't fit well into an e-mailed link. */
const PATH_MAX = 500

/** The page to go back to after logging in or registering, or `/`. Always a page of this site. */
export const placeBefore = (from: string | null | undefined) => {
  const path = ownPath(from)
  return path.length > PATH_MAX || NO_PLACE.test(path) ? '/' : path
}

/** The same as a parameter of an address, if there is one: `?from=…`. */
export const fromIn = (from: string | null | undefined, mark: '?' | '&' = '?') => {
  const path = placeBefore(from)
  return path === '/' ? '' : `${mark}from=${encodeURIComponent(path)}`
}
