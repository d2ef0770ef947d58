import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { publicWebAddress } from './outbound-http.ts'

const BODILESS = new Set([204, 205, 304])

const headersOf = ({ rawHeaders }: http.IncomingMessage) => {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}

/**
 * `fetch` for a library that speaks with an address an admin has named: as with `createOutboundHttp`, nothing but public addresses is reached,
 * and no redirect is followed. For bodies that are in memory. `allowed`: for tests, which have no others.
 * `keepAlive`: for a host that is asked often; each connection was looked at when it was made.
 */
export const createOutboundFetch = (allowed: string[] = [], { keepAlive = false } = {}): typeof fetch => {
  const rules = { allowIPAddressList: allowed, keepAlive }
  const agents = { 'http:': new RequestFilteringHttpAgent(rules), 'https:': new RequestFilteringHttpsAgent(rules) }
  return async (input, init = {}) => {
    const asked = new Request(input, { ...init, body: undefined, signal: null })
    const url = publicWebAddress(asked.url, undefined, allowed)
    const body = init.body ? Buffer.from(await new Response(init.body).arrayBuffer()) : undefined
    const headers = { 'accept-encoding': 'identity', ...Object.fromEntries(asked.headers) }
    const { request } = url.protocol === 'https:' ? https : http
    return new Promise((resolve, reject) => {
      let isAnswered = false
      const send = () => {
        const sent = request(
          url,
          {
            agent: agents[url.protocol as keyof typeof agents],
            method: asked.method,
            headers: body ? { ...headers, 'content-length': body.length } : headers,
            signal: init.signal ?? undefined,
          },
          (response) => {
            isAnswered = true
            const status = response.statusCode ?? 0
            const isEmpty = BODILESS.has(status) || asked.method === 'HEAD'
            if (isEmpty) response.resume()
            const content = isEmpty ? null : (Readable.toWeb(response) as ReadableStream<Uint8Array>)
            resolve(
              new Response(content, { status, statusText: response.statusMessage ?? '', headers: headersOf(response) }),
            )
          },
        )
        // The host may have closed a connection just as it was used once more: then it is asked again.
        const isStale = ({ code }: NodeJS.ErrnoException) =>
          sent.reusedSocket && code === 'ECONNRESET' && !isAnswered && asked.method !== 'POST'
        sent.once('error', (error) => (isStale(error) ? send() : reject(error))).end(body)
      }
      send()
    })
  }
}
