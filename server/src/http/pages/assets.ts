import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MESSAGE_BUNDLES, type MessageBundle } from '@askwell/contract/message-bundles.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openFile } from '../../features/operations/files/views.ts'
import { customShown } from '../../features/operations/settings/custom-shown.ts'
import { robotsServed } from '../../features/operations/settings/policy.ts'
import { mayEnterPrivate } from '../../lib/actor.ts'
import { NotFound } from '../../lib/errors.ts'
import { LANGUAGES, pageMessages } from '../../lib/messages.ts'
import type { Runtime } from '../../runtime.ts'
import { acceptedEncoding } from '../accepted-encoding.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { asAppError, failure } from '../api/errors.ts'
import { SECURITY_HEADERS, withoutDocumentHeaders } from './content-policy.ts'
import { serveIcons } from './icons.ts'
import { sendMessage } from '../api/envelope.ts'
import { callerOf } from '../auth/caller.ts'

/** Files that never change under their name: browsers keep them without asking. */
const serveParts = async (fastify: FastifyInstance, runtime: Runtime, web: string) => {
  fastify.addHook('onSend', async (_request, reply) => withoutDocumentHeaders(reply))
  if (!runtime.config.dev) {
    await fastify.register(fastifyStatic, {
      root: join(web, 'build/client/assets'),
      serve: false,
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
      etag: false,
      lastModified: false,
      acceptRanges: false,
    })
    // The library's own route reads the folder, of 1,700 names, at each request, in case a guarded path has another spelling; nothing here is guarded.
    fastify.route({
      method: ['GET', 'HEAD'],
      url: '/assets/*',
      handler: (request, reply) => {
        const { '*': file } = request.params as { '*': string }
        return file.includes('/') ? reply.callNotFound() : reply.sendFile(file)
      },
    })
  }

  fastify.get('/locales/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [language, hash, bundle] = file.split('.')
    const messages = LANGUAGES.has(language!) ? pageMessages(language!) : undefined
    if (messages?.hash !== hash || !Object.hasOwn(MESSAGE_BUNDLES, bundle!)) return reply.callNotFound()
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (encoding !== 'html') void reply.header('content-encoding', encoding)
    return reply
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' })
      .type('text/javascript; charset=utf-8')
      .send(await messages!.bundles[bundle as MessageBundle][encoding]())
  })
}

/** Everything pages are made of besides HTML: scripts and styles, messages, the site's own CSS, uploads. */
export const serveAssets = async (fastify: FastifyInstance, runtime: Runtime, web: string) => {
  await fastify.register(async (parts) => serveParts(parts, runtime, web))
  serveIcons(fastify, runtime, web)
  const worker = readFileSync(join(web, 'public/service-worker.js'))
  fastify.get('/service-worker.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': `default-src 'self'` })
      .send(worker),
  )
  fastify.get('/robots.txt', async (_request, reply) => {
    const { seo, general } = await runtime.settings()
    return reply
      .type('text/plain; charset=utf-8')
      .send(robotsServed(seo.robots, general.site_url, await runtime.isPrivate()))
  })
  // Pages name the version they were made with, so browsers needn't ask again for what hasn't changed.
  const custom = async (request: FastifyRequest, reply: FastifyReply) => {
    const shown = await customShown(await runtime.settings(), runtime.app?.plugins.styles() ?? '')
    const isNow = (request.query as { v?: string }).v === shown.version
    void reply.headers({
      'cache-control': isNow ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...SECURITY_HEADERS,
    })
    return shown
  }
  fastify.get('/custom.css', async (request, reply) => {
    const { css } = await custom(request, reply)
    return reply.type('text/css; charset=utf-8').send(css)
  })
  fastify.get('/custom.json', async (request, reply) => {
    const { version, header, footer, sidebar } = await custom(request, reply)
    // A private site's login page has a header and a footer, and no more.
    const isPrivate = await runtime.isPrivate()
    const enters =
      !isPrivate || mayEnterPrivate((await callerOf(runtime, request, request.cookies[SESSION_COOKIE] ?? '')).actor)
    if (isPrivate) void reply.header('cache-control', 'no-store')
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ version, header, footer, sidebar: enters ? sidebar : '' }))
  })

  const sendUpload = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await callerOf(
      runtime,
      request,
      request.cookies[SESSION_COOKIE] || (request.headers.authorization ?? ''),
    )
    try {
      if (!runtime.app) throw new NotFound()
      const [path = '', query] = request.url.split('?', 2)
      const width = Number(new URLSearchParams(query).get('w')) || undefined
      // Nothing here ever changes, so there is no version that a range could depend on.
      const range = request.headers['if-range'] === undefined ? request.headers.range : undefined
      const wanted = { width, range, headersOnly: request.method === 'HEAD' }
      const { status, headers, content } = await openFile(runtime.app, caller.actor, decodeURI(path), wanted)
      return reply.code(status).headers(headers).send(content)
    } catch (error) {
      if (!asAppError(error)) runtime.report(error, `${request.method} ${request.url}`)
      return sendMessage(reply, failure(error, caller.language))
    }
  }
  fastify.route({ method: ['GET', 'HEAD'], url: '/uploads/*', handler: sendUpload })
}
