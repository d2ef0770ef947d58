const HERE = 'http://here.invalid'

/** A path of this site to go on to, or `/` where the text might lead a person elsewhere. */
export const ownPath = (url: string | null | undefined) => {
  if (!url || !/^\/(?![/\\])/.test(url) || /[\\\p{Cc}\p{Zl}\p{Zp}]/u.test(url)) return '/'
  const parsed = URL.parse(url, HERE)
  if (!parsed || parsed.origin !== HERE) return '/'
  const path = parsed.pathname + parsed.search + parsed.hash
  return path.startsWith('//') ? '/' : path // `/a/..//elsewhere` has become `//elsewhere`
}

/** Pages on the way in, and addresses that do something: nobody was there to read. */
const NO_PLACE =
  /^\/(users\/(login|logout|register|account-recovery|account-activation|account-suspended|password-reset|confirm-email|confirm-new-email|auth-landing|unsubscribe)|user-center|answer|preferences|install)(?=[/?#]|$)/

/** Longer ones don't fit well into a mailed link. */
const KEPT_MAX = 500

/** Where somebody was before they had to log in or register, to go back to; or `/`. Only ever a page of this site. */
export const placeBefore = (from: string | null | undefined) => {
  const path = ownPath(from)
  return path.length > KEPT_MAX || NO_PLACE.test(path) ? '/' : path
}

/** The same in an address, where there is one: `?from=…`. */
export const fromIn = (from: string | null | undefined, mark: '?' | '&' = '?') => {
  const path = placeBefore(from)
  return path === '/' ? '' : `${mark}from=${encodeURIComponent(path)}`
}
