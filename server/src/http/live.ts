import type { ServerResponse } from 'node:http'
import { numberOf } from '@askwell/contract/ids.ts'
import { livePath } from '@askwell/contract/live.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EventName } from '../events/events.ts'
import { findVisiblePost } from '../features/content/posts/queries.ts'
import { networkOf } from '../lib/addresses.ts'
import { mayEnterPrivate, USER_STATUS } from '../lib/member.ts'
import { NotFound, AppError } from '../lib/errors.ts'
import type { Runtime } from '../runtime.ts'
import { SESSION_COOKIE } from './auth/request-auth.ts'
import { SECURITY_HEADERS } from './pages/content-policy.ts'
import { callerOf } from './auth/caller.ts'

/** What a reader of a thread may notice. Nothing is told of held posts and of what only staff see. */
const NOTICED = new Set<EventName>([
  'answer.given',
  'answer.approved',
  'answer.undeleted',
  'answer.deleted',
  'answer.accepted',
  'answer.unaccepted',
  'comment.added',
  'comment.deleted',
  'vote.cast',
  'vote.withdrawn',
])
/** After these perhaps nobody may hear of the thread any more. */
const ENDING = new Set<EventName>(['question.deleted', 'post.erased', 'settings.changed', 'site.imported'])

const MOST = 2000
/** Tabs of one person; of one network, which may be a whole school. */
const MOST_OF = { member: 6, network: 30 }
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

/**
 * Tells the browsers that show a question that something has changed, never what: they ask the API for that.
 * Browsers that get no stream, since there are too many, ask now and then.
 */
export const serveLive = (fastify: FastifyInstance, runtime: Runtime) => {
  const listenersOf = new Map<number, Set<Listener>>()
  const held = new Map<string, number>()
  const stirred = new Set<number>()
  let gathering: NodeJS.Timeout | undefined
  let count = 0

  const leave = (question: number, listener: Listener) => {
    const listeners = listenersOf.get(question)
    if (!listeners?.delete(listener)) return
    if (listeners.size === 0) listenersOf.delete(question)
    count--
    const left = held.get(listener.holder)! - 1
    if (left > 0) held.set(listener.holder, left)
    else held.delete(listener.holder)
  }
  const end = (question: number) => {
    for (const listener of listenersOf.get(question) ?? []) listener.response.end()
  }
  const endAll = () => {
    for (const question of listenersOf.keys()) end(question)
  }
  const say = () => {
    gathering = undefined
    for (const question of stirred)
      for (const { response } of listenersOf.get(question) ?? []) response.write('event: changed\ndata: \n\n')
    stirred.clear()
  }
  runtime.onLive((app) =>
    app.onCommit((happened) => {
      for (const { name, fact } of happened) {
        if (ENDING.has(name)) {
          if (fact.question_id) end(fact.question_id)
          else endAll()
        } else if (NOTICED.has(name) && listenersOf.has(fact.question_id)) {
          stirred.add(fact.question_id)
          gathering ??= setTimeout(say, GATHERED_MS).unref()
        }
      }
    }),
  )
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

  /** The question's number, if the viewer may see it. */
  const admit = async (request: FastifyRequest<{ Params: { id: string } }>) => {
    const { actor: who, ip } = await callerOf(runtime, request, request.cookies[SESSION_COOKIE] ?? '')
    runtime.rates('read', who?.id, ip)
    const actor = who?.status === USER_STATUS.suspended ? null : who // suspended members read as anonymous visitors do
    if (!runtime.app || ((await runtime.isPrivate()) && !mayEnterPrivate(actor))) throw new NotFound()
    const question = await findVisiblePost(runtime.app.db, numberOf('question', request.params.id), actor, 'question')
    if (!question) throw new NotFound('error.question.not_found')
    const holder = actor ? `member ${actor.id}` : `network ${networkOf(ip)}`
    if (runtime.draining || count >= MOST || (held.get(holder) ?? 0) >= MOST_OF[actor ? 'member' : 'network'])
      throw busy()
    return { question: question.id, holder }
  }

  fastify.get<{ Params: { id: string } }>(livePath(':id'), { exposeHeadRoute: false }, async (request, reply) => {
    const { question, holder } = await admit(request)
    const response = reply.hijack().raw
    if (response.destroyed) return
    const listener = { response, holder, until: performance.now() + LIFE_MS }
    const listeners = listenersOf.get(question) ?? new Set()
    listenersOf.set(question, listeners.add(listener))
    held.set(holder, (held.get(holder) ?? 0) + 1)
    count++
    response.on('close', () => leave(question, listener))
    response.on('error', () => leave(question, listener))
    // `retry` spreads the browsers that reconnect after a restart.
    response.writeHead(200, {
      ...SECURITY_HEADERS,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    response.write(`retry: ${5000 + Math.floor(Math.random() * 5000)}\n\n`)
  })
}
