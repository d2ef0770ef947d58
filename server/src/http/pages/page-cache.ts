import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SHOWN_NOWHERE } from '../../events/shown-nowhere.ts'
import type { Runtime } from '../../runtime.ts'
import { acceptedEncoding } from '../accepted-encoding.ts'
import { isCall } from '../api/envelope.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import type { Appearance } from './appearance.ts'
import { contentPolicy, SECURITY_HEADERS, shareable } from './content-policy.ts'
import { type CachedPage, createPageStore } from './page-store.ts'
import { readAddress } from './read-address.ts'
import { isSafe } from './safe-mode.ts'
import { dismissedOf, homeOf, isShared, languageFor, listViewOf, outsideImagesOf, schemeOf } from './session.ts'

/** Longer addresses are nobody's links. */
const LONGEST_KEY = 500
/** Changes that only show in one thread and the lists. After any other, every page is rendered again, so that no hidden thing stays on a page that nobody thought of. */
const IN_ONE_THREAD =
  /^(question\.(asked|collected|uncollected|invited)|thing\.(followed|unfollowed)|post\.(reacted|reaction_withdrawn)|answer\.(given|accepted|unaccepted)|comment\.(added|approved|voted|vote_withdrawn)|vote\.\w+|reputation\.changed|report\.\w+|post\.held)$/

/** The pages that show badges. */
const WITH_BADGES = /^\/(badges|users)\b/

/** What lists are asked for by. Addresses with anything else are many, and each is asked for once: they would only push out what is read. */
const CACHED_QUERY = /^(order|in_days|page)=[a-z0-9_]{1,20}$/
/** What plugins answer is theirs to keep. */
const OF_PLUGINS = /^\/plugins\//
const isCacheable = (url: string) =>
  !OF_PLUGINS.test(url) &&
  url.length <= LONGEST_KEY &&
  (url.split('?', 2)[1]?.split('&') ?? []).every((part) => CACHED_QUERY.test(part))

export const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** The question a page is about, by its address; 0 for lists and the rest. */
const questionOf = (url: string) => parseQuestionPath(url.split('?', 1)[0]!)?.question ?? 0

/** What one rendering is right for; nothing where a page is rendered for one visit. */
const keyIn = ({ language, announcement }: { language: string; announcement: string }, request: FastifyRequest) => {
  const { address } = readAddress(request.url)
  if (isCall(address) || !isCacheable(address) || !isShared(request)) return undefined
  return [
    address,
    languageFor(request, undefined, language),
    schemeOf(request, undefined),
    listViewOf(request),
    homeOf(request),
    outsideImagesOf(request),
    isSafe(request),
    announcement !== '' && dismissedOf(request) === announcement,
  ].join(' ')
}

interface Rendered {
  url: string
  html: string
  nonce: string
  headers: Record<string, string>
  appearance: Appearance
}

/** Whole pages of anonymous readers: found, sent, stored, and dropped when something changes. */
export const createPageCache = (runtime: Runtime) => {
  const cache = createPageStore()
  runtime.onLive((app) => {
    app.plugins.onLook(() => cache.drop())
    app.onCommit((emitted) => {
      for (const { name, fact } of emitted) {
        if (SHOWN_NOWHERE.has(name)) continue
        if (name.startsWith('badge.')) cache.dropMatching(WITH_BADGES)
        else if (IN_ONE_THREAD.test(name) && fact.question_id) cache.dropQuestion(fact.question_id)
        else cache.drop()
      }
    })
  })

  /** What caching takes to know of the settings, as long as nothing has changed. */
  let known = { language: '', announcement: '', generation: -1 }

  /** Straight to the socket: all there is to say was made up when the page was stored. */
  const send = (request: FastifyRequest, reply: FastifyReply, page: CachedPage) => {
    if (page.question_id) runtime.countView(page.question_id, `${request.ip} ${request.headers['user-agent'] ?? ''}`)
    reply.hijack()
    if (request.headers['if-none-match']?.includes(page.etag))
      return void reply.raw.writeHead(304, page.heads.html.slice(0, -2)).end()
    const coding = acceptedEncoding(request.headers['accept-encoding'])
    reply.raw.writeHead(200, page.heads[coding]).end(page[coding])
  }

  return {
    cache,
    send,
    /** Nothing where the page isn't the same for all, or nobody may see it without a login. */
    keyOf: async (request: FastifyRequest) => {
      const { generation } = cache
      if (!runtime.app || (await runtime.isPrivate())) return undefined
      const settings = await runtime.settings()
      known = { language: settings.interface.language, announcement: settings.announcement.version, generation }
      return keyIn(known, request)
    },
    /** Before anything else is done for a request; false where no page is ready for it. */
    sendIfReady: (request: FastifyRequest, reply: FastifyReply) => {
      if (
        known.generation !== cache.generation ||
        !isReading(request) ||
        request.cookies[SESSION_COOKIE] ||
        runtime.maintenance.isOn() !== false
      )
        return false
      const key = keyIn(known, request)
      const page = key ? cache.find(key) : undefined
      if (page) send(request, reply, page)
      return page !== undefined
    },
    /** A page that was rendered with this nonce, made fit for all. */
    store: (key: string, { url, html, nonce, headers, appearance }: Rendered, renderedIn: number) => {
      const { html: shared, scripts } = shareable(html, nonce)
      return cache.store(
        key,
        {
          headers: {
            ...headers,
            ...SECURITY_HEADERS,
            'content-security-policy': contentPolicy(scripts, appearance),
            'cache-control': 'no-cache',
            vary: 'cookie, accept-language, accept-encoding',
          },
          html: Buffer.from(shared),
          question_id: questionOf(url),
        },
        renderedIn,
      )
    },
  }
}
export type PageCache = ReturnType<typeof createPageCache>
