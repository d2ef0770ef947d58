import type { LookupFunction } from 'node:net'
import http from 'node:http'
import https from 'node:https'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { isPrivateAddress } from './addresses.ts'

/** Why something was not fetched; for the admin, not for members. */
export class FetchRefused extends Error {}

export interface FetchLimits {
  bytes: number
  ms?: number
}
export interface OutboundHttp {
  /** The content of a web address; undefined if there is none. */
  fetch(address: string, wanted: FetchLimits): Promise<Buffer | undefined>
}

const REDIRECTS = 3
const PATIENCE_MS = 10_000

const webAddress = (address: string, from: string | undefined, allowed: string[]) => {
  const url = URL.parse(address, from)
  if (!url || !/^https?:$/.test(url.protocol)) throw new FetchRefused('not a web address')
  if (url.username || url.password) throw new FetchRefused('an address with a password')
  // Addresses written as numbers, in any form: the agents would let some of those through that no host name has.
  const number = /^\[|^[\d.]+$/.test(url.hostname) ? url.hostname.replace(/^\[(.*)\]$/, '$1') : undefined
  if (number !== undefined && isPrivateAddress(number) && !allowed.includes(number))
    throw new FetchRefused('not a public address')
  return url
}

/**
 * The one way out to addresses that somebody has named. What a name stands for is looked up once, checked, and connected to: it can't become
 * another address in between. Nothing but public addresses is reached, whatever leads there. `allowed`: for tests, which have no others.
 */
export const createOutboundHttp = ({
  lookup,
  allowed = [],
}: { lookup?: LookupFunction; allowed?: string[] } = {}): OutboundHttp => {
  const rules = { allowIPAddressList: allowed, keepAlive: false }
  const agents = { 'http:': new RequestFilteringHttpAgent(rules), 'https:': new RequestFilteringHttpsAgent(rules) }

  const ask = (url: URL, signal: AbortSignal) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const { request } = url.protocol === 'https:' ? https : http
      // Nothing compressed: it may become a thousand times as large.
      request(
        url,
        {
          agent: agents[url.protocol as 'http:' | 'https:'],
          lookup,
          signal,
          headers: { 'accept-encoding': 'identity', 'user-agent': 'Askwell' },
        },
        resolve,
      )
        .once('error', reject)
        .end()
    })

  const read = async (response: http.IncomingMessage, most: number) => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most) throw new FetchRefused('too large')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  const follow = async (
    address: string,
    { bytes }: FetchLimits,
    signal: AbortSignal,
    redirects: number,
    from?: string,
  ): Promise<Buffer | undefined> => {
    const url = webAddress(address, from, allowed)
    const response = await ask(url, signal)
    try {
      const { statusCode = 0, headers } = response
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        if (redirects === 0) throw new FetchRefused('too many redirects')
        return await follow(headers.location, { bytes }, signal, redirects - 1, url.href)
      }
      if (statusCode === 404 || statusCode === 410) return undefined
      if (statusCode !== 200) throw new FetchRefused(`answered ${statusCode}`)
      return await read(response, bytes)
    } finally {
      response.destroy()
    }
  }

  return {
    async fetch(address, wanted) {
      const signal = AbortSignal.timeout(wanted.ms ?? PATIENCE_MS)
      try {
        return await follow(address, wanted, signal, REDIRECTS)
      } catch (error) {
        throw error instanceof FetchRefused
          ? error
          : new FetchRefused(signal.aborted ? 'took too long' : (error as Error).message)
      }
    },
  }
}
