import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import { CallFailed, type PageSession, pageSession } from '@askwell/web/context.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, isRouteErrorResponse, RouterContextProvider, type ServerBuild } from 'react-router'
import { newPlace } from '../../features/operations/imports/views.ts'
import { mayEnterPrivate } from '../../lib/member.ts'
import { NotFound, AppError } from '../../lib/errors.ts'
import { DEFAULT_LANGUAGE } from '../../lib/messages.ts'
import type { Runtime } from '../../runtime.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { acceptedEncoding } from '../accepted-encoding.ts'
import { serveAssets } from './assets.ts'
import { asAppError, failure } from '../api/errors.ts'
import { asFormData, type FormBody, readForm } from '../bodies/form-body.ts'
import { isFormToken, isSameOrigin } from '../auth/csrf.ts'
import { type CachedPage, createPageCache } from './page-cache.ts'
import { homeOf, isShared, languageFor, listViewOf, outsideImagesOf, pageSessionFor, schemeOf } from './session.ts'
import { serveOwnArchive } from './own-archive.ts'
import { pageNames } from './page-names.ts'
import { contentPolicy, hasCode, SECURITY_HEADERS, shareable, withoutScripts } from './cache-policy.ts'
import { asRequest, readPageForm } from './page-request.ts'
import { isCall, languageOf, sendMessage } from '../api/envelope.ts'
import { callerOf } from '../server.ts'

const WEB = join(import.meta.dirname, '../../../../web')
/** Longer addresses are nobody's links. */
const LONGEST_KEY = 500
/** Changes that only show in one thread and the lists. After any other, every page is rendered again, so that no hidden thing stays on a page that nobody thought of. */
const IN_ONE_THREAD =
  /^(question\.(asked|collected|uncollected|invited)|thing\.(followed|unfollowed)|post\.(reacted|reaction_withdrawn)|answer\.(given|accepted|unaccepted)|comment\.(added|approved|voted|vote_withdrawn)|vote\.\w+|reputation\.changed|report\.\w+|post\.held)$/

/** Addresses as an imported site had them. */
const OLD_ADDRESSES = [
  ['/questions/:key(^\\d{1,12}$)', 'post'],
  ['/questions/:key(^\\d{1,12}$)/:slug', 'post'],
  ['/q/:key(^\\d{1,12}$)', 'post'],
  ['/a/:key(^\\d{1,12}$)', 'post'],
  ['/users/:key(^\\d{1,12}$)', 'user'],
] as const

type Handler = (request: Request, context: RouterContextProvider) => Promise<Response>

/** A fault while a page is rendered is reported like any other; a refusal isn't a fault. */
const reporting = (build: ServerBuild, site: Runtime): ServerBuild => ({
  ...build,
  entry: {
    ...build.entry,
    module: {
      ...build.entry.module,
      handleError: (error, { request }) => {
        if (!(isRouteErrorResponse(error) && error.status < 500) && !request.signal.aborted)
          site.report(error, `drawing ${new URL(request.url).pathname}`)
      },
    },
  },
})

const builtHandler = async (site: Runtime): Promise<Handler> => {
  const path = join(WEB, 'build/server/index.js')
  if (!existsSync(path)) throw new Error('the pages are not built; run `npm run build`')
  const build = (await import(path)) as ServerBuild
  site.nameOfPage = pageNames(build.routes)
  return createRequestHandler(reporting(build, site), 'production')
}

const devHandler = async (
  fastify: FastifyInstance,
): Promise<{
  handler: Handler
  middlewares: (req: unknown, res: unknown, next: (error?: unknown) => void) => void
}> => {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    appType: 'custom',
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: fastify.server } },
  })
  const handler = createRequestHandler(
    () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    'development',
  )
  return { handler, middlewares: vite.middlewares as never }
}

/** The parameters of lists. Other addresses are many, and each is asked for once: they would only push out what is read. */
const KEPT_QUERY = /^(order|in_days|page)=[a-z0-9_]{1,20}$/
const isKept = (url: string) =>
  url.length <= LONGEST_KEY && (url.split('?', 2)[1]?.split('&') ?? []).every((part) => KEPT_QUERY.test(part))

/** The pages, on top of the API. */
export const serveWeb = async (fastify: FastifyInstance, site: Runtime) => {
  const dev = site.config.dev ? await devHandler(fastify) : undefined
  const handler = dev?.handler ?? (await builtHandler(site))
  const cache = createPageCache()
  site.onLive((app) =>
    app.onCommit((happened) => {
      for (const { name, fact } of happened) {
        if (name === 'email.requested') continue // it shows nowhere
        if (IN_ONE_THREAD.test(name) && fact.question_id) cache.dropQuestion(fact.question_id)
        else cache.drop()
      }
    }),
  )

  /** The settings that caching needs, until one changes. */
  let known = { language: '', generation: -1 }
  /** The key under which a page is cached; undefined for a page of one visit. */
  const keyIn = (siteLanguage: string, request: FastifyRequest) => {
    if (isCall(request.url) || !isKept(request.url) || !isShared(request)) return undefined
    return [
      request.url,
      languageFor(request, undefined, siteLanguage),
      schemeOf(request, undefined),
      listViewOf(request),
      homeOf(request),
      outsideImagesOf(request),
    ].join(' ')
  }
  /** Also undefined where nobody may see a page without a login. */
  const cacheKey = async (request: FastifyRequest) => {
    const { generation } = cache
    if (!site.app || (await site.isPrivate())) return undefined
    const { language } = (await site.settings()).interface
    known = { language, generation }
    return keyIn(language, request)
  }
  const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

  fastify.sendKept = (request, reply) => {
    if (
      known.generation !== cache.generation ||
      !isReading(request) ||
      request.cookies[SESSION_COOKIE] ||
      site.maintenance.isOn() !== false
    )
      return false
    const key = keyIn(known.language, request)
    const kept = key ? cache.find(key) : undefined
    if (kept) sendCached(request, reply, kept)
    return kept !== undefined
  }

  /** When no page can be rendered at all: a sentence, never a stack. */
  const plainly = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const fault = !(error instanceof CallFailed) && !asAppError(error)
    if (fault) site.report(error, `${request.method} ${request.url}`)
    const { code, msg, data } =
      error instanceof CallFailed
        ? { code: error.status, msg: error.message, data: error.data }
        : failure(error, languageFor(request, undefined, DEFAULT_LANGUAGE))
    return sendMessage(reply, { code, msg, data })
  }

  /** The site's public address; a proxy may ask us under another name. */
  const ownAddress = async () => URL.parse((await site.settings()).general.site_url)
  const forged = () => new AppError('forbidden', 'base.forged_form')
  /** Known before any of the form is read. */
  const refuseForeign = async (request: FastifyRequest) => {
    const { origin, 'sec-fetch-site': from } = request.headers
    const own = await ownAddress()
    const hosts = own ? [request.host, own.host] : [request.host]
    if (!isSameOrigin({ origin, site: from, hosts })) throw forged()
  }
  const refuseForged = (holder: string, { form_token = '' }: Record<string, string>) => {
    if (!isFormToken(site.secret, holder, form_token)) throw forged()
  }

  /** The request of a mail program whose reader unsubscribes (RFC 8058): it has no form token, but its code allows nothing else. */
  const isUnsubscribing = (request: FastifyRequest) => request.url.startsWith('/users/unsubscribe?')
  const isOneClick = ({ fields }: FormBody) =>
    fields.some(([name, value]) => name === 'List-Unsubscribe' && value === 'One-Click')

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
    const reading = isReading(request)
    if (!reading && request.method !== 'POST')
      return sendMessage(reply.header('allow', 'GET, HEAD, POST'), {
        ...failure(new NotFound(), languageOf(request)),
        code: 405,
      })
    const token = request.cookies[SESSION_COOKIE] ?? ''
    const key = reading && !token && !dev ? await cacheKey(request) : undefined
    const ready = key ? (cache.find(key) ?? (await cache.awaited(key))) : undefined
    if (ready) return sendCached(request, reply, ready)

    const done = key ? cache.drawing(key) : () => {}
    try {
      const drawing = () => draw(request, reply, { key, token, reading, done })
      return await (reading ? site.loadShedder.during(drawing) : drawing())
    } finally {
      done()
    }
  }

  interface Drawing {
    key: string | undefined
    token: string
    reading: boolean
    done(page?: CachedPage): void
  }

  const draw = async (request: FastifyRequest, reply: FastifyReply, { key, token, reading, done }: Drawing) => {
    const caller = await callerOf(site, request, token)
    site.rates('read', caller.actor?.id, caller.ip) // what a form does counts by itself
    if (!site.app && reading && !/^\/(install|preferences)\b/.test(request.url)) return reply.redirect('/install', 302)
    const { session, holder } = await pageSessionFor(site, request, reply, caller)
    if (!reading) {
      const mayBeOneClick = isUnsubscribing(request)
      if (!mayBeOneClick) await refuseForeign(request)
      const form = await readPageForm(site, request, caller, (fields) => refuseForged(holder, fields))
      try {
        if (!mayBeOneClick || !isOneClick(form)) {
          if (mayBeOneClick) await refuseForeign(request)
          refuseForged(holder, Object.fromEntries(form.fields))
        }
        session.form = await asFormData(form)
        return await drawFor(request, reply, { key, done, session, reading })
      } finally {
        await form.dispose()
      }
    }
    return drawFor(request, reply, { key, done, session, reading })
  }

  interface Drawn extends Pick<Drawing, 'key' | 'done' | 'reading'> {
    session: PageSession
  }

  const drawFor = async (request: FastifyRequest, reply: FastifyReply, { key, done, session, reading }: Drawn) => {
    const context = new RouterContextProvider()
    context.set(pageSession, session)
    const drawnIn = cache.generation
    // A cached page must not depend on the host name of the request that rendered it.
    const origin = reading ? key && (await ownAddress())?.origin : request.headers.origin
    const answering = () => handler(asRequest(request, origin), context)
    const response = await (reading ? answering() : site.loadShedder.during(answering)) // the form has arrived by now, however slow the connection
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'))
    for (const value of response.headers.getSetCookie()) void reply.header('set-cookie', value)
    const content = Buffer.from(await response.arrayBuffer())
    if (response.status >= 500 && content.length === 0) return sendMessage(reply, failure(undefined, session.language))
    const isHtml = headers['content-type']?.startsWith('text/html')
    if (key && session.nonce && isHtml && response.status === 200) {
      const { html, scripts } = shareable(content.toString(), session.nonce)
      const kept = await cache.keep(
        key,
        {
          headers: {
            ...headers,
            ...SECURITY_HEADERS,
            'content-security-policy': contentPolicy(scripts),
            'cache-control': 'no-cache',
            vary: 'cookie, accept-language, accept-encoding',
          },
          html: Buffer.from(html),
          question_id: questionOf(request.url),
        },
        drawnIn,
      )
      done(kept)
      return sendCached(request, reply, kept)
    }
    const all: Record<string, string> = {
      ...headers,
      ...SECURITY_HEADERS,
      ...(hasCode(request.url) && { 'referrer-policy': 'same-origin' }),
    }
    if (isHtml && session.nonce) all['content-security-policy'] = contentPolicy([`'nonce-${session.nonce}'`])
    if (dev) delete all['content-security-policy'] // the tools for development bring scripts of their own
    return reply
      .code(response.status)
      .headers({ ...all, 'cache-control': headers['cache-control'] ?? 'no-store' })
      .send(content)
  }

  /** Straight to the socket: headers and body were made when the page was cached. */
  const sendCached = (request: FastifyRequest, reply: FastifyReply, kept: CachedPage) => {
    if (kept.question_id) site.countView(kept.question_id, `${request.ip} ${request.headers['user-agent'] ?? ''}`)
    reply.hijack()
    if (request.headers['if-none-match']?.includes(kept.etag))
      return void reply.raw.writeHead(304, kept.heads.html.slice(0, -2)).end()
    const coding = acceptedEncoding(request.headers['accept-encoding'])
    reply.raw.writeHead(200, kept.heads[coding]).end(kept[coding])
  }

  /** As anonymous visitors see it, without scripts: in the browser these would find another address than the page was rendered for. */
  fastify.drawMaintenance = async (request) => {
    const caller = { actor: null, token: '', ip: request.ip, language: languageOf(request), user_agent: '' }
    const { session } = await pageSessionFor(site, request, undefined, caller)
    const context = new RouterContextProvider()
    context.set(pageSession, session)
    const response = await handler(
      new Request(new URL('/maintenance', `${request.protocol}://${request.host}`)),
      context,
    )
    if (response.status !== 200) return undefined
    return {
      html: withoutScripts(await response.text()),
      headers: {
        ...SECURITY_HEADERS,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentPolicy([]),
      },
    }
  }

  await serveAssets(fastify, site, WEB)
  serveOwnArchive(fastify, site)

  // A scope of its own: bodies of page forms are read here, whatever their type.
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.post('/session/token', async (request, reply) => {
      const token = request.cookies[SESSION_COOKIE] ?? ''
      const caller = await callerOf(site, request, token)
      try {
        if (!caller.actor) throw forged()
        await refuseForeign(request)
        refuseForged(token, Object.fromEntries((await readForm(request)).fields))
      } catch (error) {
        if (asAppError(error)?.kind !== 'forbidden') throw error
        return reply.code(403).send({ access_token: '' })
      }
      return reply.header('cache-control', 'no-store').send({ access_token: token })
    })
    // Addresses of the site that questions were imported from redirect here.
    for (const [pattern, kind] of OLD_ADDRESSES) {
      scope.get(pattern, async (request, reply) => {
        const { key } = request.params as { key: string }
        const { actor } = await callerOf(site, request, request.cookies[SESSION_COOKIE] ?? '')
        const place =
          site.app && (mayEnterPrivate(actor) || !(await site.isPrivate()))
            ? await newPlace(site.app, actor, kind, key)
            : undefined
        return place ? reply.redirect(place, 301) : page(request, reply)
      })
    }
    scope.all('/*', page)
    scope.setErrorHandler(plainly)
  })
}

/** The question a page is about, by its address; 0 for lists and the rest. */
const questionOf = (url: string) => parseQuestionPath(url.split('?', 1)[0]!)?.question ?? 0
