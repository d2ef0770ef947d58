import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { overloaded, AppError } from '../../lib/errors.ts'
import type { Runtime } from '../../runtime.ts'
import { MINUTE } from '../../lib/clock.ts'
import { refuse } from '../api/envelope.ts'

/** Monitoring is answered however busy the site is. */
const WATCHING = /^\/(healthz|readyz|metrics)(\?|$)/
/** How soon the maintenance page asks again by itself; not all at the same moment. */
const askAgain = () => 30 + Math.floor(Math.random() * 15)

const maintained = (retry_after: number) => new AppError('unavailable', 'base.maintenance', { data: { retry_after } })

/** Over a network; calls of this process itself haven't waited at any socket. */
const isFromOutside = (request: FastifyRequest) => request.raw.socket instanceof Socket

/** Renders the maintenance page; undefined if that is impossible. */
export type DrawMaintenance = (
  request: FastifyRequest,
) => Promise<{ html: string; headers: Record<string, string> } | undefined>

/** Refuses requests before any work is done for them: those that would only wait, and during maintenance all but staff's. */
export const guardAdmission = (fastify: FastifyInstance, runtime: Runtime, draw: () => DrawMaintenance | undefined) => {
  const turnAway = async (request: FastifyRequest, reply: FastifyReply) => {
    const again = (await runtime.settings()).maintenance_notice.minutes * MINUTE
    void reply.header('retry-after', again)
    const page =
      request.method === 'GET' && request.headers.accept?.includes('text/html') ? await draw()?.(request) : undefined
    return page
      ? reply
          .code(503)
          .headers({ ...page.headers, 'cache-control': 'no-store', refresh: askAgain() })
          .send(page.html)
      : refuse(request, reply, maintained(again))
  }
  const begun = new WeakSet<FastifyRequest>()
  fastify.addHook('preHandler', (request, _reply, done) => {
    begun.add(request)
    runtime.answering++
    done()
  })
  fastify.addHook('onResponse', (request, _reply, done) => {
    if (begun.delete(request)) runtime.answering--
    done()
  })
  fastify.addHook('onRequest', async (request, reply) => {
    if (WATCHING.test(request.url)) return undefined
    if (isFromOutside(request) && runtime.loadShedder.isTooMuch()) return refuse(request, reply, overloaded)
    const on = runtime.maintenance.isOn()
    const isOn = typeof on === 'boolean' ? on : await on
    return isOn && !(await runtime.maintenance.admits(request)) ? turnAway(request, reply) : undefined
  })
}
