import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { CustomSources } from '../../features/operations/settings/custom-shown.ts'

const mark = (nonce: string) => ` nonce="${nonce}"`

/**
 * Prepares a page for sharing: its policy names the hashes of its own inline scripts in place of the nonce.
 * Scripts without the nonce aren't ours, and stay forbidden.
 */
export const shareable = (html: string, nonce: string) => {
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes]) => attributes!.includes(mark(nonce)) && !/\ssrc=/.test(attributes!),
  )
  return {
    html: html.replaceAll(mark(nonce), ''),
    scripts: scripts.map(([, , script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`),
  }
}

/** A page that only says something. */
export const withoutScripts = (html: string) =>
  html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '').replace(/<link\b[^>]*rel="(modulepreload|later)"[^>]*>/g, '')

interface Allowed {
  /** What the site's own HTML additionally needs. */
  sources?: CustomSources
  /** By pages of the site itself, for a preview. */
  framed?: boolean
}

/** What a page may load and run. Styles inline: `style` attributes of widgets (a nonce doesn’t work for those). */
export const contentPolicy = (scripts: string[], { sources, framed }: Allowed = {}) => {
  const own = (directive: string, ...more: string[]) => [directive, `'self'`, ...more].join(' ')
  return [
    `default-src 'self'`,
    own('script-src', ...scripts, ...(sources?.script ?? [])),
    own('style-src', `'unsafe-inline'`, ...(sources?.style ?? [])),
    `img-src 'self' data: https: http:`,
    own('font-src', 'data:', ...(sources?.font ?? [])),
    own('connect-src', ...(sources?.connect ?? [])),
    ...(sources?.frame.length ? [own('frame-src', ...sources.frame)] : []),
    ...(sources?.media.length ? [own('media-src', ...sources.media)] : []),
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors ${framed ? `'self'` : `'none'`}`,
  ].join('; ')
}

/** Sent with every reply; pages and uploads also have a content policy. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

/** Headers that only matter for documents: a script, a style or a font has no frame, no opener, no camera and loads nothing. Nor is the request id needed, which error pages show. */
const FOR_DOCUMENTS = [
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'content-security-policy',
  'x-request-id',
]

/** Types that a browser never shows as a document. SVG isn't one: opened by itself it runs its scripts. */
const PART_OF_A_PAGE = /^((text|application)\/javascript|text\/css|font\/)/

/** A page has a dozen parts, and HTTP/1.1 doesn't compress headers: parts only get those that matter for them. */
export const withoutDocumentHeaders = (reply: FastifyReply) => {
  const type = String(reply.getHeader('content-type'))
  if (reply.statusCode >= 300 || !PART_OF_A_PAGE.test(type)) return
  for (const name of FOR_DOCUMENTS) reply.removeHeader(name)
  // The one name that is still in use; a module is always UTF-8.
  if (type.startsWith('application/javascript')) void reply.header('content-type', 'text/javascript')
  // Connections stay open without saying so; how long, documents say.
  reply.raw.removeHeader('connection')
}

/** Pages whose address is a secret: no other site that is opened from there learns it. Our own pages do, since a form without a referrer has no origin either. */
export const hasCode = (url: string) => /[?&](code|binding_key|challenge)=/.test(url)
