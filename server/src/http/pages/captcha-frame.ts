import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { NotFound } from '../../lib/errors.ts'
import type { Widget } from '../../lib/plugin-ports/captcha.ts'
import type { Runtime } from '../../runtime.ts'

const KEY = /^[\w-]{1,200}$/
const LANGUAGE = /^[a-z]{2,3}_[A-Z]{2}$/

/** Nothing but the service's own script, what it loads, and a line that hands on what comes of it. */
const policy = ({ script, sources }: Widget, nonce: string) => {
  const from = [...new Set([new URL(script).origin, ...sources])].join(' ')
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${from}`,
    `style-src 'unsafe-inline' ${from}`,
    `img-src data: ${from}`,
    `font-src data: ${from}`,
    `connect-src ${from}`,
    `frame-src ${from}`,
    `worker-src blob: ${from}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'self'`,
  ].join('; ')
}

const drawn = ({ script, class: name }: Widget, key: string, language: string, nonce: string) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Captcha</title>
<style>body{margin:0}</style>
<script nonce="${nonce}">window.captchaSolved=(captcha_code)=>parent.postMessage({captcha_code},location.origin)</script>
<script nonce="${nonce}" src="${script.replaceAll('&', '&amp;')}" async defer></script></head>
<body><div class="${name}" data-sitekey="${key}" data-callback="captchaSolved"></div></body></html>`

/** A page of its own for a service's script: no other page of the site lets it in, and where no such plugin is on, this one isn't there. */
export const serveCaptchaFrame = (server: FastifyInstance, runtime: Runtime) =>
  server.get<{ Params: { slug: string }; Querystring: Record<string, string | string[] | undefined> }>(
    '/captcha-frame/:slug',
    async (request, reply) => {
      const { slug } = request.params
      const { key, language } = request.query
      const plugins = runtime.app?.plugins
      const widget = plugins?.having('captcha').includes(slug) ? plugins.manifestOf(slug).widget : undefined
      if (!widget || typeof key !== 'string' || !KEY.test(key)) throw new NotFound()
      const nonce = randomBytes(16).toString('base64')
      const lang = typeof language === 'string' && LANGUAGE.test(language) ? language.replace('_', '-') : 'en'
      return reply
        .headers({
          'content-security-policy': policy(widget, nonce),
          'cache-control': 'no-store',
          'permissions-policy': 'camera=(), microphone=(), geolocation=()',
          // The service holds the site's name against the key.
          'referrer-policy': 'strict-origin-when-cross-origin',
        })
        .type('text/html; charset=utf-8')
        .send(drawn(widget, key, lang, nonce))
    },
  )
