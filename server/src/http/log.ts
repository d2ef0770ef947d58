import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** A line for each request, where one asked for that. Who it was and what they looked for is said only to those who hunt a fault. */
export const logRequests = (fastify: FastifyInstance, level: Config['log']) => {
  if (level !== 'info' && level !== 'debug') return
  fastify.addHook('onResponse', (request, reply, done) => {
    const line = [request.method, level === 'debug' ? request.url : request.url.split('?', 1)[0], reply.statusCode, `${Math.round(reply.elapsedTime)} ms`]
    process.stdout.write(`${[...line, ...(level === 'debug' ? [request.ip] : [])].join(' ')}\n`)
    done()
  })
}
