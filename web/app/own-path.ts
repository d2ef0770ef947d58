const HERE = 'http://here.invalid'

/** A path of this site to go on to, or `/` where the text might lead a person elsewhere. */
export const ownPath = (url: string | null | undefined) => {
  if (!url || !/^\/(?![/\\])/.test(url) || /[\\\p{Cc}\p{Zl}\p{Zp}]/u.test(url)) return '/'
  const parsed = URL.parse(url, HERE)
  if (!parsed || parsed.origin !== HERE) return '/'
  const path = parsed.pathname + parsed.search + parsed.hash
  return path.startsWith('//') ? '/' : path // `/a/..//elsewhere` has become `//elsewhere`
}
