import { openApiDocument } from '@askwell/contract/openapi.ts'
import { endpoints, endpointsByName } from '@askwell/contract/index.ts'
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type AppError, NotFound } from '../lib/errors.ts'
import { whenNeeded } from '../lib/lazy.ts'
import type { Runtime } from '../runtime.ts'
import { unanswered } from './api/perform.ts'
import { addEndpoint } from './api/routes.ts'
import { countBodies, FILE_MS, limitBodyTime } from './guards/body-timeout.ts'
import { compressReplies } from './compress.ts'
import { guardRoutes } from './guards/allowlist.ts'
import { asAppError } from './api/errors.ts'
import { BODY_BYTES } from './bodies/form-body.ts'
import { type DrawMaintenance, guardAdmission } from './guards/admission.ts'
import { serveHealth } from './ops/health.ts'
import { readJson } from './bodies/json-body.ts'
import { serveLiveNotifications } from './live/notifications.ts'
import { answerPolls } from './live/polls.ts'
import { serveLiveQuestions } from './live/questions.ts'
import { logRequests } from './guards/request-log.ts'
import { serveMetrics } from './ops/metrics.ts'
import { servePicturesOnly } from './guards/pictures.ts'
import { limitQueryNames } from './guards/query-names.ts'
import { SECURITY_HEADERS } from './pages/content-policy.ts'
import { watchProxies } from './guards/proxies.ts'
import { serveCaptchaFrame } from './pages/captcha-frame.ts'
import { servePluginFrames } from './pages/plugin-frame.ts'
import { servePluginIcons } from './pages/plugin-icon.ts'
import { servePluginEndpoints } from './plugin-endpoints.ts'
import { serveSignIn } from './auth/oauth-routes.ts'
import { refuse, refuseUnread } from './api/envelope.ts'
import { removeLeftBehind } from './bodies/spool.ts'

const trusted = (proxies = 'loopback') => (proxies === 'none' ? false : proxies)

/** Sends a cached page; false if there is none. */
type SendCached = (request: FastifyRequest, reply: FastifyReply) => boolean

declare module 'fastify' {
  interface FastifyInstance {
    drawMaintenance?: DrawMaintenance
    sendCached?: SendCached
  }
}

/** The HTTP server with the API on it; the pages come on top (pages/serve.ts). */
export const createServer = async (
  runtime: Runtime,
  { arrivalMs, bodyBytes }: { arrivalMs?: number; bodyBytes?: number } = {},
): Promise<FastifyInstance> => {
  const fastify = Fastify({
    bodyLimit: BODY_BYTES,
    requestTimeout: FILE_MS,
    trustProxy: trusted(runtime.config.proxies),
    logger: false,
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void refuse(request, reply, error),
    clientErrorHandler: refuseUnread,
  })
  await removeLeftBehind(runtime.config.data)
  const [lost] = unanswered(runtime.api)
  if (lost) throw new Error(`nobody answers ${lost}`)
  guardRoutes(fastify)
  await fastify.register(cookie)
  watchProxies(fastify, runtime)
  servePicturesOnly(fastify)
  limitQueryNames(fastify)
  // The quick way comes first: most readers are anonymous, and their page is ready. It costs less than turning them away would.
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!fastify.sendCached?.(request, reply)) done()
  })
  answerPolls(fastify, runtime)
  limitBodyTime(fastify, arrivalMs)
  countBodies(fastify, bodyBytes)
  // Defaults for every reply; handlers that need others overwrite them.
  if (!runtime.config.dev)
    fastify.addHook('onRequest', (_request, reply, done) => {
      void reply.headers(SECURITY_HEADERS)
      done()
    })
  compressReplies(fastify)
  logRequests(fastify, runtime)
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readJson(body as string))
    } catch (error) {
      done(error as AppError)
    }
  })
  guardAdmission(fastify, runtime, () => fastify.drawMaintenance)
  serveMetrics(fastify, runtime)
  // Not read here: the handler of the form reads it, once it is clear that the caller may send one (form-body.ts).
  fastify.addContentTypeParser(/^multipart\/form-data\b/i, (_request, _payload, done) => done(null))
  for (const endpoint of endpoints) addEndpoint(fastify, runtime, endpoint)
  const unknown = async (request: FastifyRequest, reply: FastifyReply) => refuse(request, reply, new NotFound())
  for (const prefix of ['/answer', '/installation']) {
    fastify.all(`${prefix}/*`, unknown)
    fastify.all(prefix, unknown)
  }
  fastify.setNotFoundHandler(unknown)
  const document = whenNeeded(() =>
    JSON.stringify(openApiDocument(endpointsByName, { title: 'Askwell', version: runtime.version, url: '/' })),
  )
  fastify.get('/answer/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  )
  serveHealth(fastify, runtime)
  serveCaptchaFrame(fastify, runtime)
  servePluginFrames(fastify, runtime)
  servePluginIcons(fastify, runtime)
  serveLiveQuestions(fastify, runtime)
  serveLiveNotifications(fastify, runtime)
  fastify.setErrorHandler(async (error, request, reply) => {
    if (!asAppError(error)) runtime.report(error, `${request.method} ${request.url}`)
    return refuse(request, reply, error)
  })
  // After it: waiting for a scope settles what stands before.
  await servePluginEndpoints(fastify, runtime)
  await serveSignIn(fastify, runtime)
  return fastify
}
