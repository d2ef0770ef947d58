import { createHash } from 'node:crypto'

const mark = (nonce: string) => ` nonce="${nonce}"`

/**
 * A page drawn for one visit, made fit for many (rulings 11): what names its own inline scripts is no longer the nonce, but their hashes.
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

/** Whose address is a secret by itself: no other site that is opened from there is told it. Ours are, since a form without a referrer has no origin either. */
export const hasCode = (url: string) => /[?&](code|binding_key|challenge)=/.test(url)
