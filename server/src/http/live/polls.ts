import { API_TOKEN_MARK } from '@askwell/contract/api-tokens.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { notificationStatus } from '@askwell/contract/notifications.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../events/events.ts'
import { statusOf } from '../../features/outbound/notifications/status/views.ts'
import { USER_STATUS } from '../../lib/actor.ts'
import type { Runtime } from '../../runtime.ts'
import { languageOf } from '../api/envelope.ts'
import { success } from '../api/errors.ts'
import { recognize } from '../auth/request-auth.ts'
import { SECURITY_HEADERS } from '../pages/content-policy.ts'

const ADDRESS = pathOf(notificationStatus)
const HEADERS = {
  ...SECURITY_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
}

/** What fails here fails on the way of all calls too, and is said there. */
const pollOr = async (answer: () => Promise<boolean>, otherwise: () => void) => {
  const [outcome] = await Promise.allSettled([answer()])
  if (outcome.status === 'rejected' || !outcome.value) otherwise()
}

/**
 * Answers the one call that every client makes every few seconds: who asks is read, the rest is known. Whatever is out of the ordinary goes the
 * way of all calls. It costs less than turning them away would, so it comes before the guards.
 */
export const answerPolls = (fastify: FastifyInstance, runtime: Runtime) => {
  /** @returns whether it is answered. */
  const poll = async (app: App, token: string, request: FastifyRequest, reply: FastifyReply) => {
    const { actor, session } = await recognize(app, token)
    if (!actor || !session || actor.status !== USER_STATUS.normal) return false
    runtime.rates('read', actor.id, request.ip)
    const language = languageOf(request)
    const status = await statusOf(app, actor, language)
    if (status.badge_award) return false // its ids are written as the site's settings say
    runtime.renewSession(app, session)
    const body = JSON.stringify(success(status, language))
    reply.hijack()
    reply.raw.writeHead(200, { ...HEADERS, 'x-request-id': request.id, 'content-length': Buffer.byteLength(body) })
    reply.raw.end(body)
    return true
  }
  fastify.addHook('onRequest', (request, reply, done) => {
    const token = request.headers.authorization
    if (request.url !== ADDRESS || request.method !== 'GET' || !token || token.startsWith(API_TOKEN_MARK)) return done()
    if (!runtime.app || runtime.draining || runtime.maintenance.isOn() !== false) return done()
    void pollOr(() => poll(runtime.app!, token, request, reply), done)
  })
}
