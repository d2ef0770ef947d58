import { randomBytes, timingSafeEqual } from 'node:crypto'
import { seal } from '../../lib/tokens.ts'

const sealOf = (secret: string, holder: string) => Buffer.from(seal(secret, 'form', holder), 'base64url')
const xor = (a: Buffer, b: Buffer) => Buffer.from(a.map((byte, at) => byte ^ b[at]!))

/**
 * Each session, or each anonymous visit, has its own CSRF token: a form sent from elsewhere doesn't know it. It is a seal and tells nothing about
 * the session. Each rendering masks it with other random bytes, so that the length of a compressed page can't be used to guess it.
 */
export const formToken = (secret: string, holder: string) => {
  const own = sealOf(secret, holder)
  const pad = randomBytes(own.length)
  return Buffer.concat([pad, xor(pad, own)]).toString('base64url')
}

export const isFormToken = (secret: string, holder: string, token: string) => {
  const own = sealOf(secret, holder)
  const sent = Buffer.from(token, 'base64url')
  if (holder === '' || sent.length !== 2 * own.length) return false
  return timingSafeEqual(xor(sent.subarray(0, own.length), sent.subarray(own.length)), own)
}

/** Sent by a page of ours: browsers say where a form comes from; a request that doesn't say is only accepted by its token. */
export const isSameOrigin = (headers: { origin?: string | null; site?: string | null; hosts: string[] }) => {
  if (headers.site && !['same-origin', 'none'].includes(headers.site)) return false
  if (!headers.origin || headers.origin === 'null') return headers.origin !== 'null'
  const origin = URL.parse(headers.origin)
  return origin !== null && headers.hosts.includes(origin.host)
}
