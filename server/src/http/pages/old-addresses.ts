import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { feedPath } from '@askwell/contract/permalink.ts'
import { taggedSlugs } from '../../features/operations/imports/tagged.ts'
import {
  anyAddresses,
  newFeed,
  newPlace,
  placeOfAddress,
  placeOfTags,
} from '../../features/operations/imports/views.ts'
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
  ['/questions/:key(^\\d{1,12}$)/:slug/:answer(^\\d{1,12}$)', 'post'],
  ['/q/:key(^\\d{1,12}$)', 'post'],
  ['/q/:key(^\\d{1,12}$)/:user', 'post'],
  ['/a/:key(^\\d{1,12}$)', 'post'],
  ['/a/:key(^\\d{1,12}$)/:user', 'post'],
  ['/posts/:key(^\\d{1,12}$)/revisions', 'post'],
  ['/users/:key(^\\d{1,12}$)', 'user'],
  ['/users/:key(^\\d{1,12}$)/:slug', 'user'],
] as const

/** What feed readers have subscribed to there. */
const OLD_FEEDS = [
  ['/feeds/question/:key(^\\d{1,12}$)', 'post'],
  ['/feeds/user/:key(^\\d{1,12}$)', 'user'],
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
        const { key, answer } = request.params as { key: string; answer?: string }
        return (
          (answer && (await newPlace(app, viewer, kind, answer))) ||
          ((await newPlace(app, viewer, kind, key)) ?? named(app, viewer, request))
        )
      }),
    )
  // As they were written: a `+` that stands between tags is another than one in a name.
  const tagsIn = ({ url }: FastifyRequest) => taggedSlugs(url.split('?', 1)[0]!.split('/')[3] ?? '')
  fastify.get(
    '/questions/tagged/:tags',
    leadOn(async (app, _viewer, request) => (await placeOfTags(app, tagsIn(request)))?.page),
  )
  const feed = (find: (app: App, request: FastifyRequest) => Promise<string | undefined>) =>
    leadOn(async (app, _viewer, request) => ((await runtime.isPrivate()) ? undefined : find(app, request)))
  fastify.get(
    '/feeds',
    feed(async () => feedPath('/questions')),
  )
  fastify.get(
    '/feeds/tag',
    feed(async (app, { url }) => {
      const names = /[?&]tagnames=([^&]*)/.exec(url)?.[1] ?? ''
      return (await placeOfTags(app, taggedSlugs(names)))?.feed
    }),
  )
  fastify.get(
    '/feeds/tag/:tags',
    feed(async (app, request) => (await placeOfTags(app, tagsIn(request)))?.feed),
  )
  for (const [pattern, kind] of OLD_FEEDS)
    fastify.get(
      pattern,
      feed((app, { params }) => newFeed(app, kind, (params as { key: string }).key)),
    )
  const other = leadOn(named)
  fastify.all('/*', async (request, reply) =>
    runtime.app && (await anyAddresses(runtime.app)) ? other(request, reply) : page(request, reply),
  )
}
