import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { NotFound } from '../../lib/errors.ts'
import type { Runtime } from '../../runtime.ts'
import { acceptedEncoding } from '../accepted-encoding.ts'
import { ownAddress } from '../auth/form-checks.ts'

const brotli = promisify(brotliCompress)

/**
 * What begins a plugin's part in its frame. All that it is told comes once, from the page around it, with a port of its own; what the page hears is how high it is,
 * whether it went well, the text that a dialog of the editor was opened for, and that somebody pressed Escape in it. No policy keeps WebRTC from the network,
 * so it goes before the module comes.
 */
const BEGIN = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) delete globalThis[name]
addEventListener('message', async ({ source, data, ports: [port] }) => {
  if (source !== parent || !port) return
  const element = document.getElementById('part')
  const changed = []
  const kit = { data: data.data, language: data.language, scheme: data.scheme, onScheme: (listener) => void changed.push(listener), insert: (text) => port.postMessage({ insert: String(text) }) }
  const colour = () => { document.documentElement.style.colorScheme = kit.scheme }
  colour()
  port.onmessage = ({ data: { scheme } }) => {
    kit.scheme = scheme
    colour()
    for (const listener of changed) listener()
  }
  addEventListener('keydown', ({ key, isComposing, defaultPrevented }) => {
    if (key === 'Escape' && !isComposing && !defaultPrevented) port.postMessage({ escape: true })
  })
  new ResizeObserver(() => port.postMessage({ height: Math.ceil(element.getBoundingClientRect().height) })).observe(element)
  try {
    const { mount } = await import(document.documentElement.dataset.module)
    await mount(element, kit)
    port.postMessage({ ready: true })
  } catch (error) {
    console.warn(error)
    port.postMessage({ failed: true })
  }
}, { once: true })`
const BEGIN_HASH = `'sha256-${createHash('sha256').update(BEGIN).digest('base64')}'`

const drawn = (module: string) => `<!doctype html>
<html data-module="${module}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title></title>
<style>html{background:transparent}body{margin:0;font-family:system-ui,sans-serif;overflow-wrap:anywhere}#part{display:flow-root}</style>
<script>${BEGIN}</script></head>
<body><div id="part"></div></body></html>`

/** This one module, the lines that begin it, and the hosts that an admin has agreed to. `sandbox`: it belongs to no site, however it was opened. */
const policy = (module: string, connects: readonly string[]) =>
  [
    `default-src 'none'`,
    `script-src ${BEGIN_HASH} ${module}`,
    `style-src 'unsafe-inline'`,
    `img-src data: blob:`,
    `font-src data:`,
    ...(connects.length ? [`connect-src ${connects.map((host) => `https://${host}`).join(' ')}`] : []),
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'self'`,
    `sandbox allow-scripts`,
  ].join('; ')

/** Modules can be large: each is compressed once for all. */
const kept = new LRUCache<string, Promise<Buffer>>({ max: 20 })
const packed = (hash: string, code: string) => {
  const known = kept.get(hash) ?? brotli(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  kept.set(hash, known)
  return known
}

const FOR_EVER = 'public, max-age=31536000, immutable'

/** Frames for what plugins run in browsers. The addresses have the hash of the module, so what is named in a policy can't become something else. */
export const servePluginFrames = (server: FastifyInstance, runtime: Runtime) => {
  const partOf = (slug: string, hash: string) => {
    const part = runtime.app?.plugins.browserPart(slug, hash)
    if (!part) throw new NotFound()
    return part
  }
  server.get<{ Params: { slug: string; hash: string } }>('/plugin-frames/:slug/:hash', async (request, reply) => {
    const { slug, hash } = request.params
    const { connects } = partOf(slug, hash)
    const module = `${(await ownAddress(runtime))?.origin ?? ''}/plugin-frames/${slug}/${hash}/module.js`
    return reply
      .headers({
        'content-security-policy': policy(module, connects),
        'cache-control': 'no-cache', // what it may reach can change
        'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(drawn(module))
  })
  // A document that belongs to no site fetches its modules as a stranger.
  server.get<{ Params: { slug: string; hash: string } }>(
    '/plugin-frames/:slug/:hash/module.js',
    async ({ params: { slug, hash }, headers }, reply) => {
      const { code } = partOf(slug, hash)
      const isPacked = acceptedEncoding(headers['accept-encoding']) === 'br'
      return reply
        .headers({
          'cache-control': FOR_EVER,
          vary: 'accept-encoding',
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          ...(isPacked && { 'content-encoding': 'br' }),
        })
        .type('application/javascript; charset=utf-8')
        .send(isPacked ? await packed(hash, code) : code)
    },
  )
}
