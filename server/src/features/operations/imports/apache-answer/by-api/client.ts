import { setTimeout as wait } from 'node:timers/promises'
import { createOutboundHttp, FetchRefused } from '../../../../../lib/outbound-http.ts'
import { NotADump } from '../../not-a-dump.ts'
import { Stopped } from '../../import-stopped.ts'

export type Json = Record<string, unknown>
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface ClientOptions {
  /** The address of the old site. */
  address: string
  /** As it gives one to an admin who logs in; without it only what visitors see is asked for. */
  token?: string | undefined
  /** So many calls a second at most. */
  rate: number
  signal: AbortSignal
  /** How long a call is waited for that the site doesn't answer now; for tests. */
  pauseMs?: number
}

/** The site won't answer this call: there is no such thing, or it isn't for whoever asks. */
export class NotGiven extends Error {
  readonly status: number
  constructor(status: number) {
    super(`answered ${status}`)
    this.status = status
  }
}

const PATIENCE_MS = 60_000
const TRIES = 8
const PAUSE_MS = 1000
const PAUSE_MAX_MS = 60_000
/** A page of a hundred answers with all their HTML is some megabytes. */
const BYTES_MAX = 64 * 2 ** 20
const TOO_MANY = 429

const NOT_FOUND = 404
const TOO_LARGE = 413

class TooLarge extends NotADump {}

/** A call to another host would carry the token there. */
class LeadsOn extends NotADump {
  constructor(from: string, to = 'somewhere else') {
    super(`${from} leads on to ${to}: name that address, if it is the site's own.`)
  }
}

/** What came of asking: the answer, or why there is none now and how long the site wants to be left alone. */
type Said<T> = { data: T } | { problem: string; asked: number }

interface Reply {
  headers: Record<string, string>
  body: Buffer
}

const dataOf = (text: string) => {
  try {
    const said: unknown = JSON.parse(text)
    return isObject(said) && 'data' in said && 'code' in said ? { data: said.data } : undefined
  } catch {
    return undefined
  }
}

/** How long the site wants to be left alone, in ms; 0 where it doesn't say. */
const askedPause = (seconds = 0) => (Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0)

/**
 * Asks one site one thing after the other, at most so often, and again later where it has no time. The person at the terminal names the address,
 * so it may be one of their own network.
 */
export const createClient = ({ address, token, rate, signal, pauseMs = PAUSE_MS }: ClientOptions) => {
  const base = address.replace(/\/+$/, '')
  const http = createOutboundHttp({ inside: true, keepAlive: true })
  const sent = {
    method: 'GET',
    headers: { accept: 'application/json', ...(token && { authorization: token }) },
    body: Buffer.alloc(0),
  }
  let next = 0

  const pause = (ms: number) =>
    wait(ms, undefined, { signal }).catch(() => {
      throw new Stopped()
    })

  const inTurn = async () => {
    const now = performance.now()
    const at = Math.max(now, next)
    next = at + 1000 / rate
    if (at > now) await pause(at - now)
  }

  /** What `read` makes of the answer, or why the site has no time now. */
  const ask = async <T>(url: URL, read: (reply: Reply) => T): Promise<Said<T>> => {
    await inTurn()
    const { status, headers, body } = await http.request(url.href, sent, { bytes: BYTES_MAX, ms: PATIENCE_MS })
    if (status === 200) return { data: read({ headers, body }) }
    if (status >= 300 && status < 400) throw new LeadsOn(base, headers.location)
    if (status < 500 && status !== TOO_MANY) throw new NotGiven(status)
    return { problem: `it answers ${status}`, asked: askedPause(Number(headers['retry-after'])) }
  }

  const untilAnswered = async <T>(url: URL, read: (reply: Reply) => T): Promise<T> => {
    let problem = ''
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (signal.aborted) throw new Stopped()
      const said = await ask(url, read).catch((error: unknown): Said<T> => {
        if (!(error instanceof FetchRefused)) throw error
        if (error.problem.reason === 'error.fetch.too_large')
          throw new TooLarge(`${base} answers ${url.pathname} with more than can be taken.`)
        return { problem: error.message, asked: 0 }
      })
      if ('data' in said) return said.data
      problem = said.problem
      await pause(Math.min(PAUSE_MAX_MS, Math.max(said.asked, pauseMs * 2 ** attempt)))
    }
    throw new NotADump(`${base} can't be asked (${problem}). The same command again goes on from here.`)
  }

  /** What a call answers, by its path behind `/answer/`. */
  const get = (path: string, query: Record<string, string | number> = {}): Promise<unknown> => {
    const url = new URL(`${base}/answer/${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    return untilAnswered(url, ({ body }) => {
      const said = dataOf(body.toString())
      if (!said)
        throw new NotADump(`${base} isn't a site of Apache Answer: it answers ${url.pathname} with something else.`)
      return said.data
    })
  }

  /** An upload, by its path behind `/uploads/`. Where there is none the site may show a page instead, or one to log in at. */
  const file = (path: string): Promise<Buffer> =>
    untilAnswered(new URL(`${base}/uploads/${path}`), ({ headers, body }) => {
      if (/^text\/html\b/i.test(headers['content-type'] ?? '')) throw new NotGiven(NOT_FOUND)
      return body
    }).catch((error: unknown) => {
      if (error instanceof LeadsOn) throw new NotGiven(NOT_FOUND)
      throw error instanceof TooLarge ? new NotGiven(TOO_LARGE) : error
    })

  /** All pages of a list. A site may give fewer at once than were asked for, and may not go to its end. */
  async function* list(path: string, query: Record<string, string | number> = {}, size = 100) {
    let seen = 0
    for (let page = 1; ; page++) {
      const data = await get(path, { ...query, page, page_size: size }).catch((error: unknown) => {
        if (page > 1 && error instanceof NotGiven && error.status === 404) return undefined
        throw error
      })
      const rows = isObject(data) && Array.isArray(data.list) ? data.list.filter(isObject) : []
      const count = isObject(data) ? Number(data.count) || 0 : seen
      if (rows.length) yield { rows, count }
      seen += rows.length
      if (rows.length === 0 || seen >= count) return
    }
  }

  return { get, list, file, base }
}
export type Client = ReturnType<typeof createClient>
