import type { Reason } from '@askwell/contract/reasons.ts'
import type { Values } from '@askwell/contract/text.ts'
import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import http from 'node:http'
import https from 'node:https'
import { pipeline, Readable } from 'node:stream'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { isForbiddenAddress, isPrivateAddress } from './addresses.ts'

/** Why something was not fetched: a message for the log, and a reason for the admin who reads of it. */
export class FetchRefused extends Error {
  readonly problem: { reason: Reason; values?: Values }
  constructor(message: string, reason: Reason = 'error.fetch.silent', values?: Values) {
    super(message)
    this.problem = { reason, ...(values && { values }) }
  }
}

/** Whether an address wasn't asked because it isn't public: by itself, or by what its name stands for (the agents have no other sign for that). */
export const isNotPublic = (error: unknown) =>
  (error instanceof FetchRefused && error.problem.reason === 'error.fetch.address') ||
  /^DNS lookup .* is not allowed/.test((error as Error).message)

export interface FetchLimits {
  bytes: number
  /** Of a longer answer its beginning is enough. */
  cut?: boolean
  ms?: number
  /** An admin has said that this address may be in a private network. */
  inside?: boolean
}
interface Sent {
  method: string
  headers: Record<string, string | number>
  /** A stream is as long as `content-length` says. */
  body: Buffer | Readable
}
export interface OutboundHttp {
  /** The content of a web address; undefined if there is none. */
  fetch(address: string, wanted: FetchLimits): Promise<Buffer | undefined>
  /** The whole answer, whatever its status; no redirect is followed. */
  request(
    address: string,
    sent: Sent,
    wanted: FetchLimits,
  ): Promise<{ status: number; headers: Record<string, string>; body: Buffer }>
  /** @returns the status of the answer; nothing of it is read, and no redirect followed. */
  post(address: string, sent: { headers: Record<string, string | number>; body: Buffer; ms?: number }): Promise<number>
}

const REDIRECTS = 3
const PATIENCE_MS = 10_000

const webAddress = (address: string, from?: string) => {
  const url = URL.parse(address, from)
  if (!url || !/^https?:$/.test(url.protocol)) throw new FetchRefused('not a web address', 'error.fetch.address')
  if (url.username || url.password) throw new FetchRefused('an address with a password', 'error.fetch.address')
  return url
}

/** Addresses written as numbers, in any form; undefined for names. */
const numberIn = ({ hostname }: URL) =>
  /^\[|^[\d.]+$/.test(hostname) ? hostname.replace(/^\[(.*)\]$/, '$1') : undefined

/** As above, but for addresses of a private network too. */
const insideAddress = (address: string, from?: string) => {
  const url = webAddress(address, from)
  const number = numberIn(url)
  if (number !== undefined && isForbiddenAddress(number))
    throw new FetchRefused('not an address to be asked', 'error.fetch.address')
  return url
}

/** What names of a private network stand for; nobody is connected to anything else. */
const lookupInside =
  (lookup: LookupFunction): LookupFunction =>
  (name, options, done) =>
    lookup(name, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      if (!error && addresses.some(isForbiddenAddress))
        return done(new FetchRefused('not an address to be asked', 'error.fetch.address'), [])
      done(error, found, family)
    })

/** An address of the web that names no private one; names are looked up later. */
export const publicWebAddress = (address: string, from?: string, allowed: string[] = []) => {
  const url = webAddress(address, from)
  // The agents would let some of those through that no host name has.
  const number = numberIn(url)
  if (number !== undefined && isPrivateAddress(number) && !allowed.includes(number))
    throw new FetchRefused('not a public address', 'error.fetch.address')
  return url
}

const agentsBy = (rules: ConstructorParameters<typeof RequestFilteringHttpAgent>[0]) => ({
  'http:': new RequestFilteringHttpAgent(rules),
  'https:': new RequestFilteringHttpsAgent(rules),
})

/**
 * The one way out to addresses that somebody has named. What a name stands for is looked up once, checked, and connected to: it can't become
 * another address in between. Nothing but public addresses is reached, whatever leads there. `allowed`: for tests, which have no others.
 * `inside`: whoever runs the server allows private addresses for a service that an admin names. `keepAlive`: for one service
 * that is asked often.
 */
export const createOutboundHttp = ({
  lookup,
  allowed = [],
  inside: always = false,
  keepAlive = false,
}: { lookup?: LookupFunction; allowed?: string[]; inside?: boolean; keepAlive?: boolean } = {}): OutboundHttp => {
  const agents = agentsBy({ allowIPAddressList: allowed, keepAlive })
  const insideAgents = { 'http:': new http.Agent({ keepAlive }), 'https:': new https.Agent({ keepAlive }) }
  const insideLookup = lookupInside(lookup ?? dns.lookup)
  const addressOf = (address: string, from?: string, inside = always) =>
    inside ? insideAddress(address, from) : publicWebAddress(address, from, allowed)

  const ask = (
    url: URL,
    signal: AbortSignal,
    sent?: Omit<Sent, 'method'> & { method?: string },
    { inside = always }: Pick<FetchLimits, 'inside'> = {},
  ) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const { request } = url.protocol === 'https:' ? https : http
      // Nothing compressed: it may become a thousand times as large.
      const sending = request(
        url,
        {
          agent: (inside ? insideAgents : agents)[url.protocol as 'http:' | 'https:'],
          lookup: inside ? insideLookup : lookup,
          signal,
          method: sent ? (sent.method ?? 'POST') : 'GET',
          headers: { 'accept-encoding': 'identity', 'user-agent': 'Askwell', ...sent?.headers },
        },
        resolve,
      ).once('error', reject)
      if (sent?.body instanceof Readable) pipeline(sent.body, sending, (error) => error && reject(error))
      else sending.end(sent?.body)
    })

  const read = async (response: http.IncomingMessage, { bytes, cut = false }: FetchLimits) => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      chunks.push(chunk)
      if (size <= bytes) continue
      if (cut) return Buffer.concat(chunks, bytes)
      throw new FetchRefused('too large', 'error.fetch.too_large')
    }
    return Buffer.concat(chunks)
  }

  const follow = async (
    address: string,
    wanted: FetchLimits,
    signal: AbortSignal,
    redirects: number,
    from?: string,
  ): Promise<Buffer | undefined> => {
    const url = addressOf(address, from)
    const response = await ask(url, signal)
    try {
      const { statusCode = 0, headers } = response
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        if (redirects === 0) throw new FetchRefused('too many redirects')
        return await follow(headers.location, wanted, signal, redirects - 1, url.href)
      }
      if (statusCode === 404 || statusCode === 410) return undefined
      if (statusCode !== 200)
        throw new FetchRefused(`answered ${statusCode}`, 'error.fetch.answered', { status: String(statusCode) })
      return await read(response, wanted)
    } finally {
      response.destroy()
    }
  }

  const refusedBy = (signal: AbortSignal, error: unknown) =>
    error instanceof FetchRefused
      ? error
      : new FetchRefused(signal.aborted ? 'took too long' : (error as Error).message)

  return {
    async request(address, sent, { ms = PATIENCE_MS, inside, ...wanted }) {
      const signal = AbortSignal.timeout(ms)
      try {
        const response = await ask(addressOf(address, undefined, inside), signal, sent, { inside })
        try {
          const body = await read(response, wanted)
          const headers = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')])
          return {
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(headers) as Record<string, string>,
            body,
          }
        } finally {
          response.destroy()
        }
      } catch (error) {
        throw refusedBy(signal, error)
      }
    },
    async post(address, sent) {
      const signal = AbortSignal.timeout(sent.ms ?? PATIENCE_MS)
      try {
        const response = await ask(addressOf(address), signal, sent)
        response.destroy()
        return response.statusCode ?? 0
      } catch (error) {
        throw refusedBy(signal, error)
      }
    },
    async fetch(address, wanted) {
      const signal = AbortSignal.timeout(wanted.ms ?? PATIENCE_MS)
      try {
        return await follow(address, wanted, signal, REDIRECTS)
      } catch (error) {
        throw refusedBy(signal, error)
      }
    },
  }
}
