import type { FastifyInstance } from 'fastify'
import { NotFound } from '../../lib/errors.ts'
import { refuse } from '../api/envelope.ts'

/** Where the site's own pictures are. */
const PICTURES = /^\/(?:uploads|previews|icons|plugin-icons|assets)\/|^\/favicon\.ico(?:\?|$)/

/**
 * What a browser asks for as a picture is nothing but a picture. A text may name any address as one, and every reader's browser goes there with their
 * cookie: it would make an archive, leave out the site's own HTML, or use up what they may do in a minute.
 */
export const servePicturesOnly = (fastify: FastifyInstance) =>
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.headers['sec-fetch-dest'] !== 'image' || PICTURES.test(request.url)) return done()
    refuse(request, reply, new NotFound())
  })
