import { LIVE_NOTIFICATIONS } from '@askwell/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import type { EventName } from '../../events/events.ts'
import type { Runtime } from '../../runtime.ts'
import { createStreams, listenerOf } from './streams.ts'

/** After these the user may be logged out, suspended, or another role. */
const ENDING = new Set<EventName>(['user.changed', 'user.status_changed', 'user.login_changed', 'user.erased'])
/** Something may have been missed, or be counted differently. */
const ALL = new Set<EventName>(['settings.changed', 'site.imported'])

/** One stream for all tabs of a browser, for as long as one of them is open. */
const MOST = 10_000

/** Tells a user's browsers that their notifications are other ones than before; they ask the API how many there are. */
export const serveLiveNotifications = (fastify: FastifyInstance, runtime: Runtime) => {
  const streams = createStreams(fastify, runtime, MOST)
  runtime.onLive((app) =>
    app.onCommit((happened) => {
      for (const { name, fact } of happened) {
        if (name === 'notifications.changed') for (const id of fact.user_ids ?? []) streams.stir(id)
        else if (ENDING.has(name)) streams.end(fact.object_id)
        else if (ALL.has(name)) streams.stirAll()
      }
    }),
  )
  fastify.get(LIVE_NOTIFICATIONS, { exposeHeadRoute: false }, async (request, reply) => {
    const { actor, holder } = await listenerOf(runtime, request, 'personal')
    if (!actor) return reply.code(204).send() // tells a browser not to come again, without calling it an error
    streams.open(reply, actor.id, holder)
  })
}
