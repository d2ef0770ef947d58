import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import { pageSession } from '@askwell/web/context.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { newPlace } from '../features/imports/views.ts'
import { Refusal } from '../lib/refusals.ts'
import { DEFAULT_LANGUAGE } from '../lib/words.ts'
import type { Site } from '../site.ts'
import { SESSION_COOKIE } from './actor.ts'
import { acceptedEncoding, serveAssets } from './assets.ts'
import { failure } from './errors.ts'
import { isFormToken, isSameOrigin } from './form-token.ts'
import { createPageCache } from './page-cache.ts'
import { isShared, languageFor, listViewOf, pageSessionFor, schemeOf } from './page-session.ts'
import { contentPolicy, scriptHashes, SECURITY_HEADERS } from './policy.ts'
import { callerOf } from './server.ts'

const WEB = join(import.meta.dirname, '../../../web')
/** Longer addresses are nobody's links. */
const LONGEST_KEY = 500
const POST_BYTES = 64 * 1024 * 1024
/** Changes that show beyond one thread and the lists. */
const EVERYWHERE = /^(settings|user|tag)\.|\.deleted$|\.edited$/

/** Addresses as an imported site had them. */
const OLD_ADDRESSES = [['/questions/:key(^\\d{1,12}$)', 'post'], ['/questions/:key(^\\d{1,12}$)/:slug', 'post'], ['/q/:key(^\\d{1,12}$)', 'post'], ['/a/:key(^\\d{1,12}$)', 'post'], ['/users/:key(^\\d{1,12}$)', 'user']] as const

type Handler = (request: Request, context: RouterContextProvider) => Promise<Response>

const builtHandler = async (): Promise<Handler> => {
  const path = join(WEB, 'build/server/index.js')
  if (!existsSync(path)) throw new Error('the pages are not built; run `npm run build`')
  return createRequestHandler((await import(path)) as ServerBuild, 'production')
}

const devHandler = async (fastify: FastifyInstance): Promise<{ handler: Handler; middlewares: (req: unknown, res: unknown, next: (error?: unknown) => void) => void }> => {
  const { createServer } = await import('vite')
  const vite = await createServer({ root: WEB, configFile: join(WEB, 'vite.config.ts'), appType: 'custom', configLoader: 'native', server: { middlewareMode: true, hmr: { server: fastify.server } } })
  const handler = createRequestHandler(() => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>, 'development')
  return { handler, middlewares: vite.middlewares as never }
}

const asRequest = (request: FastifyRequest, body: Buffer | undefined) => {
  const headers = new Headers()
  const raw = request.raw.rawHeaders
  for (let i = 0; i < raw.length; i += 2) headers.append(raw[i]!, raw[i + 1]!)
  return new Request(`${request.protocol}://${request.host}${request.raw.url}`, { method: request.method, headers, ...(body && { body: new Uint8Array(body) }) })
}

const readBody = async (request: FastifyRequest) => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.raw as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > POST_BYTES) throw new Refusal('too-large', 'base.body_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The pages, on top of the API. */
export const serveWeb = async (fastify: FastifyInstance, site: Site) => {
  const dev = site.config.dev ? await devHandler(fastify) : undefined
  const handler = dev?.handler ?? (await builtHandler())
  const cache = createPageCache()
  site.onLive((app) => app.onCommit((happened) => {
    for (const { name, fact } of happened) {
      if (EVERYWHERE.test(name) || !fact.question_id) cache.drop()
      else cache.dropQuestion(fact.question_id)
    }
  }))

  /** What one drawing is right for; nothing where a page is drawn for one visit, or nobody may see it without a login. */
  const cacheKey = async (request: FastifyRequest) => {
    if (!site.app || request.url.length > LONGEST_KEY || !isShared(request) || (await site.isPrivate())) return undefined
    const language = languageFor(request, undefined, (await site.settings()).interface.language)
    return [request.url, language, schemeOf(request, undefined), listViewOf(request), request.host].join(' ')
  }

  /** When no page can be drawn at all: a sentence, never a stack. */
  const plainly = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (!(error instanceof Refusal)) site.report(error, request.url)
    const { code, msg, data } = failure(error, languageFor(request, undefined, DEFAULT_LANGUAGE))
    const wait = (data as { retry_after?: number } | null)?.retry_after
    if (wait) void reply.header('retry-after', wait)
    return reply.code(code).headers(SECURITY_HEADERS).type('text/plain; charset=utf-8').send(msg)
  }

  const isForged = async (request: FastifyRequest, holder: string, body: Buffer) => {
    const { origin, 'sec-fetch-site': from } = request.headers
    if (!isSameOrigin({ origin, site: from, host: request.host })) return true
    const form = await asRequest(request, body).formData().catch(() => new FormData())
    return !isFormToken(site.secret, holder, String(form.get('form_token') ?? ''))
  }

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (dev) {
      const taken = await new Promise<boolean>((resolve, reject) => {
        const raw = request.raw as typeof request.raw & { originalUrl?: string }
        raw.originalUrl = raw.url
        reply.raw.once('close', () => resolve(true))
        dev.middlewares(raw, reply.raw, (error) => (error ? reject(error) : resolve(false)))
      })
      if (taken) return reply.hijack()
    }
    const reading = request.method === 'GET' || request.method === 'HEAD'
    const token = request.cookies[SESSION_COOKIE] ?? ''
    // The quick way comes first: most readers are strangers, and their page is ready.
    const key = reading && !token && !dev ? await cacheKey(request) : undefined
    const cached = key ? cache.find(key) : undefined
    if (cached) return sendCached(request, reply, cached)

    const caller = await callerOf(site, request, token)
    site.rates(reading ? 'read' : 'write', caller.actor?.id, caller.ip)
    if (!site.app && reading && !/^\/(install|preferences)\b/.test(request.url)) return reply.redirect('/install', 302)
    const { session, holder } = await pageSessionFor(site, request, reply, caller)
    let body: Buffer | undefined
    if (!reading) {
      body = await readBody(request)
      if (await isForged(request, holder, body)) throw new Refusal('forbidden', 'base.forged_form')
    }
    const context = new RouterContextProvider()
    context.set(pageSession, session)
    const drawnIn = cache.generation
    const response = await handler(asRequest(request, body), context)
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'))
    for (const value of response.headers.getSetCookie()) void reply.header('set-cookie', value)
    const content = Buffer.from(await response.arrayBuffer())
    const isHtml = headers['content-type']?.startsWith('text/html')
    const all: Record<string, string> = { ...headers, ...SECURITY_HEADERS, ...(isHtml && !dev && { 'content-security-policy': contentPolicy(session.nonce ? [`'nonce-${session.nonce}'`] : scriptHashes(content.toString())) }) }
    if (key && isHtml && response.status === 200) return sendCached(request, reply, await cache.keep(key, { headers: { ...all, 'cache-control': 'no-cache', vary: 'cookie, accept-language, accept-encoding' }, html: content, question_id: questionOf(request.url) }, drawnIn))
    return reply.code(response.status).headers({ ...all, 'cache-control': headers['cache-control'] ?? 'no-store' }).send(content)
  }

  const sendCached = (request: FastifyRequest, reply: FastifyReply, { headers, ...bodies }: { headers: Record<string, string>; html: Buffer; br: Buffer; gzip: Buffer; question_id: number }) => {
    const encoding = acceptedEncoding(request)
    if (bodies.question_id) site.countView(bodies.question_id, `${request.ip} ${request.headers['user-agent'] ?? ''}`)
    return reply.headers(encoding === 'html' ? headers : { ...headers, 'content-encoding': encoding }).send(bodies[encoding])
  }

  await serveAssets(fastify, site, WEB)

  // A scope of its own: bodies of page forms are read here, whatever their type.
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.post('/session/token', async (request, reply) => {
      const token = request.cookies[SESSION_COOKIE] ?? ''
      const caller = await callerOf(site, request, token)
      if (!caller.actor || (await isForged(request, token, await readBody(request)))) return reply.code(403).send({ access_token: '' })
      return reply.header('cache-control', 'no-store').send({ access_token: token })
    })
    // Addresses of the site that questions were imported from lead on.
    for (const [pattern, kind] of OLD_ADDRESSES) {
      scope.get(pattern, async (request, reply) => {
        const { key } = request.params as { key: string }
        const { actor } = await callerOf(site, request, request.cookies[SESSION_COOKIE] ?? '')
        const place = site.app && (actor || !(await site.isPrivate())) ? await newPlace(site.app, actor, kind, key) : undefined
        return place ? reply.redirect(place, 301) : page(request, reply)
      })
    }
    scope.all('/*', page)
    scope.setErrorHandler(plainly)
  })
}

/** The question a page is about, by its address; 0 for lists and the rest. */
const questionOf = (url: string) => parseQuestionPath(url.split('?', 1)[0]!)?.question ?? 0
