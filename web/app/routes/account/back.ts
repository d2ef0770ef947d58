/** Where a person was going before they had to log in; only ever a path of this site. */
export const backFrom = (url: URL) => {
  const from = url.searchParams.get('from') ?? '/'
  return /^\/(?![/\\])[^\\\x00-\x1f]*$/.test(from) && !from.startsWith('/users/log') ? from : '/'
}
