import { createHash } from 'node:crypto'

/** Inline scripts named by their hashes, for pages that many share (rulings 11). */
export const scriptHashes = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`)

/** What a page may load and run. Styles inline: `style` attributes of widgets (stack: a nonce there does not work). */
export const contentPolicy = (scripts: string[]) => [
  `default-src 'self'`, `script-src 'self' ${scripts.join(' ')}`, `style-src 'self' 'unsafe-inline'`, `img-src 'self' data: https: http:`, `font-src 'self' data:`,
  `connect-src 'self'`, `object-src 'none'`, `base-uri 'self'`, `form-action 'self'`, `frame-ancestors 'self'`,
].join('; ')

export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
}
