import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentUser } from '@askwell/contract/accounts.ts'
import type { Endpoint } from '@askwell/contract/endpoint.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import { type Ask, CallFailed, type LoggedUser, type PageSession, pageSession, type Upload } from '@askwell/web/context.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { openFile } from '../features/files/views.ts'
import { newPlace } from '../features/imports/views.ts'
import { pickLanguage } from '../lib/languages.ts'
import { NotFound, Refusal } from '../lib/refusals.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, languageName, pageWords } from '../lib/words.ts'
import type { Site } from '../site.ts'
import { SESSION_COOKIE } from './actor.ts'
import { type Asked, type Caller, perform } from './api.ts'
import { failure } from './errors.ts'
import { formToken, isFormToken, isSameOrigin } from './form-token.ts'
import { createPageCache } from './page-cache.ts'
import { contentPolicy, scriptHashes, SECURITY_HEADERS } from './policy.ts'
import { callerOf, sessionCookie } from './server.ts'

const WEB = join(import.meta.dirname, '../../../web')
const VISIT_COOKIE = 'askwell_visit'
/** Pages whose forms a stranger posts; they are drawn for one visit and not shared. */
const STRANGERS_FORMS = /^\/(install|users\/(login|register|account-|password-reset|change-email|confirm-|unsubscribe|logout))/
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

const schemeOf = (request: FastifyRequest, member: string | undefined): PageSession['scheme'] => {
  const chosen = request.cookies.askwell_scheme ?? member
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** The member's language, else the visitor's choice, else what the browser asks for, else the site's (rulings 27). */
const languageFor = (request: FastifyRequest, member: string | undefined, site: string) =>
  pickLanguage({ member, chosen: request.cookies.askwell_language, acceptLanguage: request.headers['accept-language'], offered: [...LANGUAGES.keys()], site })

const languages = [...LANGUAGES.keys()].map((value) => ({ value, label: languageName(value) }))

/** Asks in process what the browser asks over HTTP, and fails alike. */
const inProcess = async (site: Site, caller: Caller, endpoint: Endpoint, asked: Asked) => {
  try {
    // Through JSON, as over the wire: a page can't come to rely on what the browser wouldn't get.
    return JSON.parse(JSON.stringify((await perform(site, endpoint, asked, caller)) ?? null)) as unknown
  } catch (error) {
    const { code, reason, msg, data } = failure(error, caller.language)
    if (!(error instanceof Refusal)) site.report(error, `${endpoint.method} ${endpoint.path}`)
    throw new CallFailed(code, reason, msg, data)
  }
}
const askAs = (site: Site, caller: Caller): Ask => (endpoint, asked = {}) => inProcess(site, caller, endpoint, asked) as never
const uploadAs = (site: Site, caller: Caller): Upload => async (endpoint, { source, file }) =>
  inProcess(site, caller, endpoint, { body: { source }, file: { name: file.name, mime: file.type, bytes: Buffer.from(await file.arrayBuffer()) } }) as Promise<string>

const NOBODY = { user: null, color_scheme: undefined }
const readUser = async (site: Site, caller: Caller, call: Ask): Promise<{ user: LoggedUser | null; color_scheme: string | undefined }> => {
  if (!site.app || !caller.actor) return NOBODY
  try {
    const found = await call(currentUser)
    if (!found) return NOBODY
    const { id, username, display_name, rank, role_id, mail_status, status, color_scheme, avatar } = found
    return { user: { id, username, display_name, rank, role_id, mail_status, status, avatar: avatar.custom || avatar.gravatar }, color_scheme }
  } catch (error) {
    if (error instanceof CallFailed && error.status === 403) return NOBODY // suspended: sees the site as a stranger
    throw error
  }
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

const acceptedEncoding = (request: FastifyRequest) => {
  const accepted = request.headers['accept-encoding'] ?? ''
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'html'
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

  const sessionFor = async (request: FastifyRequest, reply: FastifyReply, caller: Caller) => {
    const info = site.app ? await perform(site, siteInfo, {}, caller) : null
    const language = languageFor(request, caller.actor?.language, info?.interface.language ?? DEFAULT_LANGUAGE)
    const speaking = { ...caller, language }
    const call = askAs(site, speaking)
    const { user, color_scheme } = await readUser(site, speaking, call)
    let visit = request.cookies[VISIT_COOKIE] ?? ''
    const shared = !caller.actor && !STRANGERS_FORMS.test(request.url)
    if (!caller.actor && !shared && !visit) {
      visit = randomBytes(18).toString('base64url')
      void reply.setCookie(VISIT_COOKIE, visit, { ...sessionCookie(site), maxAge: undefined })
    }
    const session: PageSession = {
      call, upload: uploadAs(site, speaking), site: info, user, language, languages,
      words: pageWords(language).words, wordsUrl: `/locales/${language}.${pageWords(language).hash}.js`,
      scheme: schemeOf(request, color_scheme), listView: request.cookies.askwell_view === 'card' ? 'card' : 'compact',
      formToken: shared ? '' : formToken(site.secret, caller.token || visit),
      nonce: shared || dev ? undefined : randomBytes(16).toString('base64'),
      setToken: (token) => void (token ? reply.setCookie(SESSION_COOKIE, token, sessionCookie(site)) : reply.clearCookie(SESSION_COOKIE, { path: '/' })),
    }
    return { session, shared, holder: caller.token || visit }
  }

  const isForged = async (request: FastifyRequest, holder: string, body: Buffer) => {
    const { origin, 'sec-fetch-site': from } = request.headers
    if (!isSameOrigin({ origin, site: from as string | undefined, host: request.host })) return true
    const form = await asRequest(request, body).formData().catch(() => new FormData())
    return !isFormToken(site.secret, holder, String(form.get('form_token') ?? ''))
  }

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (dev) {
      const taken = await new Promise<boolean>((resolve, reject) => {
        const raw = request.raw as typeof request.raw & { originalUrl?: string }
        raw.originalUrl = raw.url
        reply.raw.once('close', () => resolve(true))
        dev.middlewares(raw, reply.raw, (error) => (error ? reject(error as Error) : resolve(false)))
      })
      if (taken) return reply.hijack()
    }
    const caller = await callerOf(site, request, request.cookies[SESSION_COOKIE] ?? '')
    const reading = request.method === 'GET' || request.method === 'HEAD'
    if (!site.app && reading && !/^\/(install|preferences)\b/.test(request.url)) return reply.redirect('/install', 302)
    const { session, shared, holder } = await sessionFor(request, reply, caller)

    const key = shared && reading && !dev ? [request.url, session.language, session.scheme, session.listView, request.host].join(' ') : undefined
    const cached = key ? cache.find(key) : undefined
    if (cached) return sendCached(request, reply, cached)

    let body: Buffer | undefined
    if (!reading) {
      body = await readBody(request)
      if (await isForged(request, holder, body)) return reply.code(403).headers(SECURITY_HEADERS).type('text/plain; charset=utf-8').send(failure(new Refusal('forbidden', 'base.forged_form'), session.language).msg)
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

  if (!dev) await fastify.register(fastifyStatic, { root: join(WEB, 'build/client/assets'), prefix: '/assets/', immutable: true, maxAge: '1y', preCompressed: true })

  fastify.get('/locales/:file', (request, reply) => {
    const { file } = request.params as { file: string }
    const [language, hash] = file.split('.')
    const words = LANGUAGES.has(language!) ? pageWords(language!) : undefined
    if (!words || words.hash !== hash) return reply.callNotFound()
    const encoding = acceptedEncoding(request)
    if (encoding !== 'html') void reply.header('content-encoding', encoding)
    return reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding', ...SECURITY_HEADERS }).type('text/javascript; charset=utf-8').send(words[encoding])
  })
  fastify.get('/favicon.ico', (_request, reply) => reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(readFileSync(join(WEB, 'public/favicon.svg'))))
  fastify.get('/robots.txt', async (_request, reply) => {
    const { seo } = await site.settings()
    return reply.type('text/plain; charset=utf-8').send(seo.robots)
  })
  fastify.get('/custom.css', async (_request, reply) => {
    const { custom_css_html } = await site.settings()
    return reply.headers({ 'cache-control': 'no-cache', ...SECURITY_HEADERS }).type('text/css; charset=utf-8').send(custom_css_html.custom_css)
  })

  fastify.get('/uploads/*', async (request, reply) => {
    const caller = await callerOf(site, request, request.cookies[SESSION_COOKIE] || (request.headers.authorization ?? ''))
    try {
      if (!site.app) throw new NotFound()
      const { place, headers } = await openFile(site.app, caller.actor, decodeURI(request.url.split('?')[0]!))
      return reply.headers(headers).send(createReadStream(place))
    } catch (error) {
      const { code, msg } = failure(error, caller.language)
      return reply.code(code).headers(SECURITY_HEADERS).type('text/plain; charset=utf-8').send(msg)
    }
  })
  // Addresses of the site that questions were imported from lead on (issue: /questions/123).
  for (const [pattern, kind] of OLD_ADDRESSES) {
    fastify.get(pattern, async (request, reply) => {
      const { key } = request.params as { key: string }
      const { actor } = await callerOf(site, request, request.cookies[SESSION_COOKIE] ?? '')
      const place = site.app && (actor || !(await site.isPrivate())) ? await newPlace(site.app, actor, kind, key) : undefined
      return place ? reply.redirect(place, 301) : page(request, reply)
    })
  }

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
    scope.all('/*', page)
  })
}

/** The question a page is about, by its address; 0 for lists and the rest. */
const questionOf = (url: string) => Number(/^\/questions\/1001(\d{13})/.exec(url)?.[1] ?? 0)
