import type { BodyOf, Endpoint, QueryOf, ReplyOf } from '@askwell/contract/endpoint.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { answerPath, type PermalinkForm, questionPath } from '@askwell/contract/permalink.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/dialect.ts'
import type { App } from '../../events/events.ts'
import type { SiteSettings } from '../../features/operations/settings/views.ts'
import { NotFound } from '../../lib/errors.ts'
import { DEFAULT_LANGUAGE } from '../../lib/messages.ts'
import type { Runtime } from '../../runtime.ts'
import { sendMessage } from '../api/envelope.ts'
import { asAppError, failure } from '../api/errors.ts'
import { type Caller, perform } from '../api/perform.ts'
import { callerOf } from '../auth/caller.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { GONE, isGone } from '../pages/gone.ts'
import { SECURITY_HEADERS } from '../pages/content-policy.ts'
import type { PageCache } from '../pages/page-cache.ts'

/** What search engines, feed readers and other programs are told: always what an anonymous visitor may see. */
export interface PublicRequest {
  request: FastifyRequest
  params: Record<string, string>
  query: URLSearchParams
  settings: SiteSettings
  /** The language of the site: readers have none. */
  language: string
  /** For what no call tells of things that one has told of: what may be seen, calls decide. */
  db: Db
  /** A path of the site as a whole address. */
  address: (path: string) => string
  ask: <E extends Endpoint>(
    endpoint: E,
    asked?: { query?: Partial<QueryOf<E>>; body?: Partial<BodyOf<E>> },
  ) => Promise<ReplyOf<E>>
}

export interface PublicReply {
  type: string
  body: string | Buffer
  headers?: Record<string, string>
}

interface QuestionName {
  id: string
  url_title: string
}

export const wholeAddress = (settings: SiteSettings, path: string) =>
  settings.general.site_url.replace(/\/$/, '') + path
const formOf = ({ seo }: SiteSettings): PermalinkForm => seo.permalink
export const questionAddress = (settings: SiteSettings, question: QuestionName) =>
  wholeAddress(settings, questionPath(formOf(settings), question))
export const answerAddress = (settings: SiteSettings, question: QuestionName, id: string) =>
  wholeAddress(settings, answerPath(formOf(settings), question, id))

const LONGEST_KEY = 300
/** Addresses with anything else are many, and each is asked for once. */
const isCacheable = (url: string) => url.length <= LONGEST_KEY && /^[^?]*(\?page=\d{1,5})?$/.test(url)

const publicRequest = async (runtime: Runtime, { db }: App, request: FastifyRequest): Promise<PublicRequest> => {
  const settings = await runtime.settings()
  const { language } = settings.interface
  const caller: Caller = {
    actor: null,
    token: '',
    language,
    ip: request.ip,
    rendering: true,
    user_agent: request.headers['user-agent'] ?? '',
  }
  return {
    request,
    settings,
    language,
    db,
    params: request.params as Record<string, string>,
    query: new URLSearchParams(request.url.split('?', 2)[1]),
    address: (path) => wholeAddress(settings, path),
    ask: (endpoint, asked = {}) => perform(runtime, endpoint, asked, caller),
  }
}

/** The site's, as far as its settings can be read just now. */
const languageOf = (runtime: Runtime) =>
  runtime.settings().then(
    (settings) => settings.interface.language,
    () => DEFAULT_LANGUAGE,
  )

/** Addresses that anybody may read while the site is public; on a private site, and before there is one, they don't exist. `questionOf`: the id of the question that such an address is of; deleted, it is gone as its page is. */
export const createPublicAddresses =
  (fastify: FastifyInstance, runtime: Runtime, cached: PageCache) =>
  (
    path: string,
    make: (asked: PublicRequest) => Promise<PublicReply | undefined>,
    questionOf: (asked: Pick<PublicRequest, 'params' | 'query' | 'settings'>) => string | undefined = () => undefined,
  ) => {
    const made = async (request: FastifyRequest) => {
      const { app } = runtime
      if (!app) return undefined
      runtime.rates('read', undefined, request.ip)
      return runtime.loadShedder.during(async () => make(await publicRequest(runtime, app, request)))
    }

    /** Made once for all until something changes, with an ETag and compressed, as pages are. */
    const shared = async (request: FastifyRequest, key: string) => {
      const ready = cached.cache.find(key) ?? (await cached.cache.awaited(key))
      if (ready) return ready
      const done = cached.cache.rendering(key)
      try {
        const madeIn = cached.cache.generation
        const reply = await made(request)
        if (!reply) return undefined
        const page = await cached.cache.store(
          key,
          {
            headers: {
              ...SECURITY_HEADERS,
              'content-type': reply.type,
              'cache-control': 'no-cache',
              vary: 'accept-encoding',
              ...reply.headers,
            },
            html: Buffer.from(reply.body),
            question_id: 0,
          },
          madeIn,
        )
        done(page)
        return page
      } finally {
        done()
      }
    }

    /** To members such a page can't be found, so it is here. */
    const isGoneHere = async (request: FastifyRequest) => {
      const params = request.params as Record<string, string>
      const query = new URLSearchParams(request.url.split('?', 2)[1])
      const id = questionOf({ params, query, settings: await runtime.settings() })
      if (id === undefined) return false
      const { actor } = await callerOf(runtime, request, request.cookies[SESSION_COOKIE] ?? '')
      return !actor && isGone(runtime, numberOf('question', id))
    }
    const sayGone = async (reply: FastifyReply) =>
      sendMessage(reply, { ...failure(new NotFound('error.question.gone'), await languageOf(runtime)), code: GONE })

    fastify.get(path, async (request, reply) => {
      if (!runtime.app || (await runtime.isPrivate())) return reply.callNotFound()
      try {
        if (isCacheable(request.url)) {
          const page = await shared(request, request.url)
          return page ? cached.send(request, reply, page) : reply.callNotFound()
        }
        const one = await made(request)
        if (!one) return reply.callNotFound()
        return await reply
          .type(one.type)
          .headers({ 'cache-control': 'no-store', ...one.headers })
          .send(one.body)
      } catch (error) {
        if (error instanceof NotFound && (await isGoneHere(request))) return await sayGone(reply)
        if (!asAppError(error)) runtime.report(error, `GET ${request.url}`)
        return sendMessage(reply, failure(error, await languageOf(runtime)))
      }
    })
  }
export type AddPublicAddress = ReturnType<typeof createPublicAddresses>
