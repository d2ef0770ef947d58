import { type CallName, PLACES, REPEATABLE } from './calls.ts'
import { refusal, Refused, TooMany, Unavailable, Unreachable } from './errors.ts'

export interface Options {
  /** Where the site is, as `https://ask.example.org`. */
  url: string
  /** A token for programs, or of a session. Without one the client reads as a visitor. */
  token?: string
  /** In which language the site says what went wrong, and names its own words, as `de_DE`. */
  language?: string
  /** Milliseconds for one try of a call that hands no file over. */
  timeout?: number
  /** How often a call that may be repeated is tried again. */
  retries?: number
  /** Seconds that a call waits at most if the site asks it to come again later; beyond that it throws. */
  patience?: number
  fetch?: typeof fetch
}

/** Of one call. */
export interface CallOptions {
  signal?: AbortSignal
}

export type Settings = Required<Omit<Options, 'fetch'>> & Pick<Options, 'fetch'>

const FIRST_PAUSE_MS = 500
/** A file takes as long as it takes; `signal` ends it earlier. */
const FILE_MS = 6 * 60 * 60_000

export const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })

export const headersOf = ({ token, language }: Settings) => ({
  ...(token && { authorization: token }),
  ...(language && { 'accept-language': language.replace('_', '-') }),
})

/** The request that a call makes: what its path names goes there, the rest into the query or the body. */
const requestOf = (settings: Settings, call: CallName, input: Record<string, unknown>, file?: FormData) => {
  const [method, place] = PLACES[call].split(' ') as [string, string]
  const rest = { ...input }
  const path = place.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const url = new URL(settings.url.replace(/\/+$/, '') + path)
  if (method === 'GET') {
    for (const [name, value] of Object.entries(rest)) if (value !== undefined) url.searchParams.set(name, String(value))
    return { url, method, headers: headersOf(settings) }
  }
  if (file) return { url, method, headers: headersOf(settings), body: file }
  const headers = { ...headersOf(settings), 'content-type': 'application/json' }
  return { url, method, headers, body: JSON.stringify(rest) }
}

const attempt = async (
  { fetch: ours = fetch, timeout }: Settings,
  call: CallName,
  { url, ...init }: ReturnType<typeof requestOf>,
  signal?: AbortSignal,
): Promise<unknown> => {
  const inTime = AbortSignal.timeout(timeout)
  try {
    const response = await ours(url, { ...init, signal: signal ? AbortSignal.any([signal, inTime]) : inTime })
    const envelope = (await response.json()) as { code: number; reason: string; msg: string; data: unknown }
    if (typeof envelope?.reason !== 'string') throw new Error('the answer is not one of a site’s API')
    if (!response.ok) throw refusal(call, response.status, envelope)
    return envelope.data
  } catch (error) {
    if (error instanceof Refused) throw error
    signal?.throwIfAborted()
    throw new Unreachable(call, `${call}: ${inTime.aborted ? `no answer in ${timeout} ms` : String(error)}`, {
      cause: error,
    })
  }
}

/**
 * How long to wait before the next try; undefined where there is none. A call that was turned away for its number was not
 * begun, so it may come again whatever it does; else only what reads, and writes that the site does once.
 */
const pauseBefore = (
  error: unknown,
  tries: number,
  { retries, patience, isRepeatable }: { retries: number; patience: number; isRepeatable: boolean },
) => {
  if (tries > retries) return undefined
  const passes = error instanceof TooMany || (isRepeatable && isPassing(error))
  if (!passes) return undefined
  const asked = error instanceof Refused ? error.retryAfter * 1000 : 0
  if (asked > patience * 1000) return undefined
  return Math.max(asked, FIRST_PAUSE_MS * 2 ** (tries - 1) * (1 + Math.random()))
}
const isPassing = (error: unknown) => error instanceof Unreachable || error instanceof Unavailable

export const send = async (
  settings: Settings,
  call: CallName,
  input: Record<string, unknown>,
  { signal, file }: CallOptions & { file?: FormData } = {},
): Promise<unknown> => {
  const request = requestOf(settings, call, input, file)
  const isRepeatable = request.method === 'GET' || REPEATABLE.has(call)
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(file ? { ...settings, timeout: FILE_MS } : settings, call, request, signal)
    } catch (error) {
      const ms = pauseBefore(error, tries, { ...settings, isRepeatable })
      if (ms === undefined) throw error
      await pause(ms, signal)
    }
  }
}
