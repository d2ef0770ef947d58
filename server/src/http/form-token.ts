import { sameText, sign } from '../lib/tokens.ts'

/** Each session, or each stranger's visit, has its own form token; a form sent from elsewhere doesn't know it (rulings 1). */
export const formToken = (secret: string, holder: string) => sign(secret, 'form', holder)

export const isFormToken = (secret: string, holder: string, token: string) =>
  holder !== '' && sameText(formToken(secret, holder), token)

/** Sent by a page of ours: browsers say where a form comes from, and what says nothing is let in only on the token. */
export const isSameOrigin = (headers: { origin?: string | null; site?: string | null; hosts: string[] }) => {
  if (headers.site && !['same-origin', 'none'].includes(headers.site)) return false
  if (!headers.origin || headers.origin === 'null') return headers.origin !== 'null'
  const origin = URL.parse(headers.origin)
  return origin !== null && headers.hosts.includes(origin.host)
}
