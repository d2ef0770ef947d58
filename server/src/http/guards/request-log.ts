import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../../lib/addresses.ts'
import { type CurrentRequest, inRequest } from '../../lib/current-request.ts'
import type { Runtime } from '../../runtime.ts'

const ID = /^[A-Za-z0-9-]{8,64}$/

declare module 'fastify' {
  interface FastifyRequest {
    current: CurrentRequest
  }
}

/** The id that a trusted proxy has given it, else one of our own. */
const idOf = (request: FastifyRequest) => {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ID.test(given) && (request.ips?.length ?? 0) > 1 ? given : request.id
}

const pathOf = (url: string) => url.split('?', 1)[0]!

/**
 * Gives each request a name that its answer, the error pages and the log show, and writes a line for each where one asked for that.
 * Who it was and what they looked for is said only to those who hunt a fault; the values of a query never, since codes stand there.
 */
export const logRequests = (fastify: FastifyInstance, { config, log }: Pick<Runtime, 'config' | 'log'>) => {
  fastify.decorateRequest('current')
  fastify.addHook('onRequest', (request, reply, done) => {
    request.current = {
      id: idOf(request),
      what: `${request.method} ${request.routeOptions.url ?? ''}`,
      network: networkOf(request.ip),
    }
    void reply.header('x-request-id', request.current.id)
    inRequest(request.current, done)
  })
  if (config.log !== 'info' && config.log !== 'debug') return
  fastify.addHook('onResponse', (request, reply, done) => {
    const more = config.log === 'debug' ? { ip: request.ip, query: Object.keys(request.query ?? {}).slice(0, 20) } : {}
    log.note('request', {
      method: request.method,
      path: pathOf(request.url).slice(0, 500),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...more,
    })
    done()
  })
}
