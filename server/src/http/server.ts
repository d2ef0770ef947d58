import { API_TOKEN_MARK } from '@askwell/contract/api-tokens.ts'
import { openApiDocument } from '@askwell/contract/openapi.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { type Endpoint, PREFIX } from '@askwell/contract/endpoint.ts'
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { BadRequest, NotFound, AppError } from '../lib/errors.ts'
import { whenNeeded } from '../lib/when-needed.ts'
import type { Runtime } from '../runtime.ts'
import { type Recognized, recognize, recognizeProgram, SESSION_COOKIE, SIGN_IN_COOKIE } from './auth/request-auth.ts'
import { type CallInput, type Caller, OWN_QUEUE, perform, unanswered } from './api/perform.ts'
import { countBodies, FILE_MS, limitBodyTime } from './guards/body-timeout.ts'
import { compressReplies } from './compress.ts'
import { guardRoutes } from './guards/allowlist.ts'
import { asAppError, failure, success } from './api/errors.ts'
import { BODY_BYTES, type FormBody } from './bodies/form-body.ts'
import { type DrawMaintenance, guardAdmission } from './guards/admission.ts'
import { serveHealth } from './ops/health.ts'
import { serveLive } from './live.ts'
import { logRequests } from './guards/request-log.ts'
import { serveMetrics } from './ops/metrics.ts'
import { SECURITY_HEADERS } from './pages/cache-policy.ts'
import { watchProxies } from './guards/proxies.ts'
import { serveSignIn } from './auth/oauth-routes.ts'
import { answer, languageOf, refuse, refuseUnread } from './api/envelope.ts'
import { wantsShortIds, withShortIds } from './api/short-ids.ts'
import { removeLeftBehind } from './bodies/spool.ts'
import { isMultipart, readUpload } from './bodies/uploads.ts'

const SESSION_DAYS = 30

/** The caller, as far as the request says; `programs`: tokens for programs count, which is only so for calls. Writes only count the header, so that no other site can write in a member's name. */
export const callerOf = async (
  site: Runtime,
  request: FastifyRequest,
  token: string,
  programs = false,
): Promise<Caller> => {
  const {
    actor,
    session,
    token: program,
    gone,
  }: Recognized = !site.app
    ? { actor: null }
    : programs && token.startsWith(API_TOKEN_MARK)
      ? await recognizeProgram(site.app, token)
      : await recognize(site.app, token)
  if (site.app && session) site.renewSession(site.app, session)
  if (site.app && program) site.noteTokenUse(site.app, program)
  return {
    actor,
    ...(program && { scopes: program.scopes }),
    ...(programs && gone && { gone }),
    token: actor ? token : '',
    ip: request.ip,
    language: languageOf(request),
    user_agent: request.headers['user-agent'] ?? '',
    browser: request.cookies[SIGN_IN_COOKIE] ?? '',
  }
}

export const sessionCookie = (site: Runtime) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: site.isSecure(),
  maxAge: SESSION_DAYS * 86400,
})

/** Replies to logins carry the token; page loads and files are read with the cookie of the same session. */
const keepCookie = (site: Runtime, reply: FastifyReply, data: unknown) => {
  const token = (data as { access_token?: unknown } | null)?.access_token
  if (typeof token === 'string' && token !== '') void reply.setCookie(SESSION_COOKIE, token, sessionCookie(site))
}

const addEndpoint = (fastify: FastifyInstance, site: Runtime, endpoint: Endpoint) => {
  fastify.route({
    method: endpoint.method,
    url: PREFIX[endpoint.prefix] + endpoint.path,
    handler: async (request, reply) => {
      const caller = await callerOf(site, request, request.headers.authorization ?? '', true)
      let sent: FormBody | undefined
      try {
        if (!endpoint.multipart && isMultipart(request)) throw new AppError('wrong-type', 'base.request_format_error')
        const asked: CallInput = {
          params: request.params,
          query: request.query,
          ...(endpoint.multipart
            ? {
                form: async () => {
                  sent = await readUpload(site, request)
                  return { body: Object.fromEntries(sent.fields), file: sent.file }
                },
              }
            : { body: request.body }),
        }
        const work = () => perform(site, endpoint, asked, caller)
        const data = await (OWN_QUEUE.includes(endpoint.rate) ? work() : site.loadShedder.during(work))
        if (endpoint.path === '/user/logout') void reply.clearCookie(SESSION_COOKIE, { path: '/' })
        else if (!caller.scopes) keepCookie(site, reply, data)
        return answer(reply, success((await wantsShortIds(site, request)) ? withShortIds(data) : data, caller.language))
      } catch (error) {
        if (!asAppError(error)) site.report(error, `${endpoint.method} ${endpoint.path}`)
        return answer(reply, failure(error, caller.language))
      } finally {
        await sent?.dispose()
      }
    },
  })
}

const trusted = (proxies = 'loopback') => (proxies === 'none' ? false : proxies)

/** Sends a cached page; false if there is none. */
type SendCached = (request: FastifyRequest, reply: FastifyReply) => boolean

declare module 'fastify' {
  interface FastifyInstance {
    drawMaintenance?: DrawMaintenance
    sendKept?: SendCached
  }
}

/** The HTTP server with the API; the pages are added on top (pages/render.ts). */
export const createServer = async (
  site: Runtime,
  { arrivalMs, bodyBytes }: { arrivalMs?: number; bodyBytes?: number } = {},
): Promise<FastifyInstance> => {
  const fastify = Fastify({
    bodyLimit: BODY_BYTES,
    requestTimeout: FILE_MS,
    trustProxy: trusted(site.config.proxies),
    logger: false,
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void refuse(request, reply, error),
    clientErrorHandler: refuseUnread,
  })
  await removeLeftBehind(site.config.data)
  const [lost] = unanswered(site.api)
  if (lost) throw new Error(`nobody answers ${lost}`)
  guardRoutes(fastify)
  await fastify.register(cookie)
  watchProxies(fastify, site)
  // The quick way comes first: most readers are anonymous, and their page is ready. It costs less than turning them away would.
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!fastify.sendKept?.(request, reply)) done()
  })
  limitBodyTime(fastify, arrivalMs)
  countBodies(fastify, bodyBytes)
  // Defaults for every reply; handlers that need others overwrite them.
  if (!site.config.dev)
    fastify.addHook('onRequest', (_request, reply, done) => {
      void reply.headers(SECURITY_HEADERS)
      done()
    })
  compressReplies(fastify)
  logRequests(fastify, site)
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string))
    } catch {
      done(new BadRequest('base.request_format_error'))
    }
  })
  guardAdmission(fastify, site, () => fastify.drawMaintenance)
  serveMetrics(fastify, site)
  // Not read here: the handler of the form reads it, once it is clear that the caller may send one (form-body.ts).
  fastify.addContentTypeParser(/^multipart\/form-data\b/i, (_request, _payload, done) => done(null))
  for (const endpoint of endpoints) addEndpoint(fastify, site, endpoint)
  const unknown = async (request: FastifyRequest, reply: FastifyReply) => refuse(request, reply, new NotFound())
  for (const prefix of ['/answer', '/installation']) {
    fastify.all(`${prefix}/*`, unknown)
    fastify.all(prefix, unknown)
  }
  fastify.setNotFoundHandler(unknown)
  const document = whenNeeded(() =>
    JSON.stringify(openApiDocument(endpoints, { title: 'Askwell', version: site.version, url: '/' })),
  )
  fastify.get('/answer/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  )
  serveHealth(fastify, site)
  serveLive(fastify, site)
  fastify.setErrorHandler(async (error, request, reply) => {
    if (!asAppError(error)) site.report(error, `${request.method} ${request.url}`)
    return refuse(request, reply, error)
  })
  // After it: waiting for a scope settles what stands before.
  await serveSignIn(fastify, site)
  return fastify
}
