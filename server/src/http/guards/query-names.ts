import type { FastifyInstance } from 'fastify'
import { BadRequest } from '../../lib/errors.ts'
import { refuse } from '../api/envelope.ts'

/** More than any page, call or service elsewhere sends. */
const NAMES_MAX = 1000

/** Whatever looks at an address reads all its names: thousands in each of many requests are memory for nothing. */
export const limitQueryNames = (fastify: FastifyInstance) =>
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.url.split('&', NAMES_MAX + 1).length <= NAMES_MAX) return done()
    return void refuse(request, reply, new BadRequest('base.request_format_error'))
  })
