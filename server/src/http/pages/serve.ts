import { CallFailed } from '@askwell/web/context.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '../../lib/errors.ts'
import { DEFAULT_LANGUAGE } from '../../lib/messages.ts'
import type { Runtime } from '../../runtime.ts'
import { languageOf, sendMessage } from '../api/envelope.ts'
import { asAppError, failure } from '../api/errors.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { serveSessionToken } from '../auth/session-token.ts'
import { serveDiscovery } from '../discovery/serve.ts'
import { serveAssets } from './assets.ts'
import { loadBuild, startVite, WEB } from './build.ts'
import { createPageCache, isReading } from './page-cache.ts'
import { createMaintenancePage } from './maintenance-page.ts'
import { serveOldAddresses } from './old-addresses.ts'
import { serveAuditExport } from './audit-export.ts'
import { serveAdminDownloads } from './admin-downloads.ts'
import { serveOwnArchive } from './own-archive.ts'
import { serveUsersExport } from './users-export.ts'
import { createPageRenderer } from './render.ts'
import { serveSafeMode } from './safe-mode.ts'
import { languageFor } from './session.ts'

/** When no page can be rendered at all: a sentence, never a stack. */
const answerPlainly = (runtime: Runtime) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const fault = !(error instanceof CallFailed) && !asAppError(error)
  if (fault) runtime.report(error, `${request.method} ${request.url}`)
  const { code, msg, data } =
    error instanceof CallFailed
      ? { code: error.status, msg: error.message, data: error.data }
      : failure(error, languageFor(request, undefined, DEFAULT_LANGUAGE))
  return sendMessage(reply, { code, msg, data })
}

/** The pages, on top of the API. */
export const servePages = async (fastify: FastifyInstance, runtime: Runtime) => {
  const vite = runtime.config.dev ? await startVite(fastify) : undefined
  const render = vite?.render ?? (await loadBuild(runtime))
  const cached = createPageCache(runtime)
  const renderPage = createPageRenderer({ runtime, cached, render, isDev: vite !== undefined })

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (vite && (await vite.hasAnswered(request, reply))) return reply.hijack()
    const reading = isReading(request)
    if (!reading && request.method !== 'POST')
      return sendMessage(reply.header('allow', 'GET, HEAD, POST'), {
        ...failure(new NotFound(), languageOf(request)),
        code: 405,
      })
    const token = request.cookies[SESSION_COOKIE] ?? ''
    const key = reading && !token && !vite ? await cached.keyOf(request) : undefined
    const ready = key ? (cached.cache.find(key) ?? (await cached.cache.awaited(key))) : undefined
    if (ready) return cached.send(request, reply, ready)

    const done = key ? cached.cache.rendering(key) : () => {}
    try {
      const rendering = () => renderPage(request, reply, { key, token, done })
      return await (reading ? runtime.loadShedder.during(rendering) : rendering())
    } finally {
      done()
    }
  }

  fastify.sendCached = cached.sendIfReady
  fastify.drawMaintenance = createMaintenancePage(runtime, render)
  await serveAssets(fastify, runtime, WEB)
  serveOwnArchive(fastify, runtime)
  serveAuditExport(fastify, runtime)
  serveUsersExport(fastify, runtime)
  serveAdminDownloads(fastify, runtime)
  serveSafeMode(fastify, runtime)
  serveDiscovery(fastify, runtime, cached)

  // A scope of its own: bodies of page forms are read here, whatever their type.
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    serveSessionToken(scope, runtime)
    serveOldAddresses(scope, runtime, page)
    scope.setErrorHandler(answerPlainly(runtime))
  })
}
