import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const mark = (nonce: string) => ` nonce="${nonce}"`

/**
 * A page drawn for one visit, made fit for many: what names its own inline scripts is no longer the nonce, but their hashes.
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

/** What a page may load and run. Styles inline: `style` attributes of widgets (stack: a nonce there does not work). */
export const contentPolicy = (scripts: string[]) =>
  [
    `default-src 'self'`,
    ['script-src', `'self'`, ...scripts].join(' '),
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: https: http:`,
    `font-src 'self' data:`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')

/** Goes with every answer; pages and uploads have a policy of their own for what they may load. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

/** What only documents heed: a script, a style or a font has no frame, no opener, no camera and loads nothing by its policy. And the number of a request, which is told where something went wrong. */
const FOR_DOCUMENTS = [
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'content-security-policy',
  'x-request-id',
]

/** Types that a browser never shows as a document of their own. An SVG isn't among them: opened by itself it runs its scripts. */
const PART_OF_A_PAGE = /^((text|application)\/javascript|text\/css|font\/)/

/** A page comes in a dozen parts, and over HTTP/1.1 heads aren't compressed: parts carry only what counts for them. */
export const withoutDocumentHeaders = (reply: FastifyReply) => {
  if (reply.statusCode < 300 && PART_OF_A_PAGE.test(String(reply.getHeader('content-type'))))
    for (const name of FOR_DOCUMENTS) reply.removeHeader(name)
}

/** Whose address is a secret by itself: no other site that is opened from there is told it. Ours are, since a form without a referrer has no origin either. */
export const hasCode = (url: string) => /[?&](code|binding_key|challenge)=/.test(url)
