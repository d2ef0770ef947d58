import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { anyAddresses, newPlace, placeOfAddress } from '../../features/operations/imports/views.ts'
import type { App } from '../../events/events.ts'
import { mayEnterPrivate, type Viewer } from '../../lib/actor.ts'
import type { Runtime } from '../../runtime.ts'
import { callerOf } from '../auth/caller.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { isReading } from './page-cache.ts'

/** Addresses as an imported site had them. */
const OLD_ADDRESSES = [
  ['/questions/:key(^\\d{1,12}$)', 'post'],
  ['/questions/:key(^\\d{1,12}$)/:slug', 'post'],
  ['/q/:key(^\\d{1,12}$)', 'post'],
  ['/q/:key(^\\d{1,12}$)/:user', 'post'],
  ['/a/:key(^\\d{1,12}$)', 'post'],
  ['/a/:key(^\\d{1,12}$)/:user', 'post'],
  ['/posts/:key(^\\d{1,12}$)/revisions', 'post'],
  ['/users/:key(^\\d{1,12}$)', 'user'],
  ['/users/:key(^\\d{1,12}$)/:slug', 'user'],
] as const

type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const pathOf = ({ url }: FastifyRequest) => {
  const path = url.split(/[?#]/, 1)[0]!
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Addresses of the site that questions were imported from lead on; those it never had are pages like all others. */
export const serveOldAddresses = (fastify: FastifyInstance, runtime: Runtime, page: Page) => {
  const leadOn =
    (find: (app: App, viewer: Viewer, request: FastifyRequest) => Promise<string | undefined>): Page =>
    async (request, reply) => {
      if (!runtime.app || !isReading(request)) return page(request, reply)
      const { actor } = await callerOf(runtime, request, request.cookies[SESSION_COOKIE] ?? '')
      const place =
        mayEnterPrivate(actor) || !(await runtime.isPrivate()) ? await find(runtime.app, actor, request) : undefined
      return place && place !== pathOf(request) ? reply.redirect(place, 301) : page(request, reply)
    }
  const named = (app: App, viewer: Viewer, request: FastifyRequest) => placeOfAddress(app, viewer, pathOf(request))
  for (const [pattern, kind] of OLD_ADDRESSES)
    fastify.get(
      pattern,
      leadOn(async (app, viewer, request) => {
        const { key } = request.params as { key: string }
        return (await newPlace(app, viewer, kind, key)) ?? named(app, viewer, request)
      }),
    )
  const other = leadOn(named)
  fastify.all('/*', async (request, reply) =>
    runtime.app && (await anyAddresses(runtime.app)) ? other(request, reply) : page(request, reply),
  )
}
