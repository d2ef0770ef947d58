import type { ServerResponse } from 'node:http'
import type { Scope } from '@askwell/contract/api-tokens.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../lib/addresses.ts'
import { AppError, NotFound } from '../../lib/errors.ts'
import { mayEnterPrivate, USER_STATUS, type Viewer } from '../../lib/actor.ts'
import type { Runtime } from '../../runtime.ts'
import { callerOf } from '../auth/caller.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { SECURITY_HEADERS } from '../pages/content-policy.ts'

/** Tabs of one person; of one network, which may be a whole school. */
const MOST_OF = { user: 6, network: 30 }
/** Several changes at once are one. */
const GATHERED_MS = 400
const BREATH_MS = 25_000
/** Then the browser connects again, and its rights are checked again. */
const LIFE_MS = 10 * 60_000

interface Listener {
  response: ServerResponse
  holder: string
  until: number
}

const busy = () => new AppError('unavailable', 'base.overloaded', { values: { seconds: BREATH_MS / 1000 } })

/** Who wants to listen, if they may enter the site at all: a browser by its cookie, a program by its token with this scope. */
export const listenerOf = async (runtime: Runtime, request: FastifyRequest, scope: Scope) => {
  const token = request.headers.authorization ?? ''
  const {
    actor: who,
    ip,
    scopes,
  } = await callerOf(runtime, request, token || (request.cookies[SESSION_COOKIE] ?? ''), token !== '')
  runtime.rates('read', who?.id, ip)
  if (scopes && !scopes.includes(scope))
    throw new AppError('forbidden', 'error.token.scope_missing', { values: { scope }, data: { type: 'scope', scope } })
  const actor: Viewer = who?.status === USER_STATUS.suspended ? null : who // suspended members read as anonymous visitors do
  if (!runtime.app || ((await runtime.isPrivate()) && !mayEnterPrivate(actor))) throw new NotFound()
  return { app: runtime.app, actor, holder: actor ? `user ${actor.id}` : `network ${networkOf(ip)}` }
}

/**
 * Streams to browsers that say only that something has changed, by topic: a question, a user. Browsers that get no stream,
 * since there are too many, ask now and then.
 */
export const createStreams = (fastify: FastifyInstance, runtime: Runtime, most: number) => {
  const listenersOf = new Map<number, Set<Listener>>()
  const held = new Map<string, number>()
  const stirred = new Set<number>()
  let gathering: NodeJS.Timeout | undefined
  let count = 0

  const leave = (topic: number, listener: Listener) => {
    const listeners = listenersOf.get(topic)
    if (!listeners?.delete(listener)) return
    if (listeners.size === 0) listenersOf.delete(topic)
    count--
    const left = held.get(listener.holder)! - 1
    if (left > 0) held.set(listener.holder, left)
    else held.delete(listener.holder)
  }
  const end = (topic: number) => {
    for (const listener of listenersOf.get(topic) ?? []) listener.response.end()
  }
  const endAll = () => {
    for (const topic of listenersOf.keys()) end(topic)
  }
  const say = () => {
    gathering = undefined
    for (const topic of stirred)
      for (const { response } of listenersOf.get(topic) ?? []) response.write('event: changed\ndata: \n\n')
    stirred.clear()
  }
  /** Its listeners hear of a change, soon. */
  const stir = (topic: number) => {
    if (!listenersOf.has(topic)) return
    stirred.add(topic)
    gathering ??= setTimeout(say, GATHERED_MS).unref()
  }
  const stirAll = () => {
    for (const topic of listenersOf.keys()) stir(topic)
  }
  const breathing = setInterval(() => {
    const now = performance.now()
    for (const listeners of listenersOf.values())
      for (const { response, until } of listeners) {
        if (now > until) response.end()
        else response.write(':\n\n')
      }
  }, BREATH_MS).unref()
  fastify.addHook('preClose', (done) => {
    clearInterval(breathing)
    clearTimeout(gathering)
    endAll()
    done()
  })

  const open = (reply: FastifyReply, topic: number, holder: string) => {
    if (
      runtime.draining ||
      count >= most ||
      (held.get(holder) ?? 0) >= MOST_OF[holder.startsWith('user') ? 'user' : 'network']
    )
      throw busy()
    const response = reply.hijack().raw
    if (response.destroyed) return
    const listener = { response, holder, until: performance.now() + LIFE_MS }
    const listeners = listenersOf.get(topic) ?? new Set()
    listenersOf.set(topic, listeners.add(listener))
    held.set(holder, (held.get(holder) ?? 0) + 1)
    count++
    response.on('close', () => leave(topic, listener))
    response.on('error', () => leave(topic, listener))
    // `retry` spreads the browsers that reconnect after a restart.
    response.writeHead(200, {
      ...SECURITY_HEADERS,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    response.write(`retry: ${5000 + Math.floor(Math.random() * 5000)}\n\n`)
  }

  return { open, stir, stirAll, end, endAll }
}
