import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MESSAGE_BUNDLES, type MessageBundle } from '@askwell/contract/message-bundles.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { openFile } from '../../features/operations/files/views.ts'
import { robotsServed } from '../../features/operations/settings/policy.ts'
import { NotFound } from '../../lib/errors.ts'
import { LANGUAGES, pageMessages } from '../../lib/messages.ts'
import type { Runtime } from '../../runtime.ts'
import { acceptedEncoding } from '../accepted-encoding.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { asAppError, failure } from '../api/errors.ts'
import { SECURITY_HEADERS, withoutDocumentHeaders } from './content-policy.ts'
import { sendMessage } from '../api/envelope.ts'
import { callerOf } from '../auth/caller.ts'

/** Files that never change under their name: browsers keep them without asking. */
const serveParts = async (fastify: FastifyInstance, runtime: Runtime, web: string) => {
  fastify.addHook('onSend', async (_request, reply) => withoutDocumentHeaders(reply))
  if (!runtime.config.dev)
    await fastify.register(fastifyStatic, {
      root: join(web, 'build/client/assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
      etag: false,
      lastModified: false,
      acceptRanges: false,
    })

  fastify.get('/locales/:file', (request, reply) => {
    const { file } = request.params as { file: string }
    const [language, hash, bundle] = file.split('.')
    const words = LANGUAGES.has(language!) ? pageMessages(language!) : undefined
    if (words?.hash !== hash || !Object.hasOwn(MESSAGE_BUNDLES, bundle!)) return reply.callNotFound()
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (encoding !== 'html') void reply.header('content-encoding', encoding)
    return reply
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' })
      .type('text/javascript; charset=utf-8')
      .send(words!.bundles[bundle as MessageBundle][encoding])
  })
}

/** Everything pages are made of besides HTML: scripts and styles, messages, the site's own CSS, uploads. */
export const serveAssets = async (fastify: FastifyInstance, runtime: Runtime, web: string) => {
  await fastify.register(async (parts) => serveParts(parts, runtime, web))
  const favicon = readFileSync(join(web, 'public/favicon.svg'))
  fastify.get('/favicon.ico', (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(favicon),
  )
  fastify.get('/robots.txt', async (_request, reply) => {
    const { seo, general } = await runtime.settings()
    return reply.type('text/plain; charset=utf-8').send(robotsServed(seo.robots, general.site_url))
  })
  fastify.get('/custom.css', async (_request, reply) => {
    const { custom_css_html } = await runtime.settings()
    return reply
      .headers({ 'cache-control': 'no-cache', ...SECURITY_HEADERS })
      .type('text/css; charset=utf-8')
      .send(custom_css_html.custom_css)
  })

  fastify.get('/uploads/*', async (request, reply) => {
    const caller = await callerOf(
      runtime,
      request,
      request.cookies[SESSION_COOKIE] || (request.headers.authorization ?? ''),
    )
    try {
      if (!runtime.app) throw new NotFound()
      const { place, headers } = await openFile(runtime.app, caller.actor, decodeURI(request.url.split('?')[0]!))
      return reply.headers(headers).send(createReadStream(place))
    } catch (error) {
      if (!asAppError(error)) runtime.report(error, `GET ${request.url}`)
      return sendMessage(reply, failure(error, caller.language))
    }
  })
}
