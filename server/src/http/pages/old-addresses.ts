import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newPlace } from '../../features/operations/imports/views.ts'
import { mayEnterPrivate } from '../../lib/member.ts'
import type { Runtime } from '../../runtime.ts'
import { callerOf } from '../auth/caller.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'

/** Addresses as an imported site had them. */
const OLD_ADDRESSES = [
  ['/questions/:key(^\\d{1,12}$)', 'post'],
  ['/questions/:key(^\\d{1,12}$)/:slug', 'post'],
  ['/q/:key(^\\d{1,12}$)', 'post'],
  ['/a/:key(^\\d{1,12}$)', 'post'],
  ['/users/:key(^\\d{1,12}$)', 'user'],
] as const

/** Addresses of the site that questions were imported from lead on; those it never had are pages like all others. */
export const serveOldAddresses = (
  fastify: FastifyInstance,
  runtime: Runtime,
  page: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) => {
  for (const [pattern, kind] of OLD_ADDRESSES) {
    fastify.get(pattern, async (request, reply) => {
      const { key } = request.params as { key: string }
      const { actor } = await callerOf(runtime, request, request.cookies[SESSION_COOKIE] ?? '')
      const place =
        runtime.app && (mayEnterPrivate(actor) || !(await runtime.isPrivate()))
          ? await newPlace(runtime.app, actor, kind, key)
          : undefined
      return place ? reply.redirect(place, 301) : page(request, reply)
    })
  }
}
