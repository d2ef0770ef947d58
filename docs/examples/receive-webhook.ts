// Receives webhooks, and believes only what the site has signed.
// WEBHOOK_SECRET=whsec_… PORT=8090 node receive-webhook.ts
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const { WEBHOOK_SECRET: secret = '', PORT: port = '0' } = process.env
const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
if (key.length === 0) throw new Error('WEBHOOK_SECRET is missing: without it anybody could sign')

/** A webhook that was caught on its way can't be sent again later. */
const TOLERANCE_SECONDS = 5 * 60

const isSigned = (headers: Record<string, unknown>, body: Buffer) => {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]))
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= TOLERANCE_SECONDS)) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ').some((one) => {
    const signature = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    // In constant time: how long it takes says nothing about the right signature.
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}

/** Webhooks come at least once: what is known already isn't done again. */
const known = new Set<string>()

const receive = async (request: IncomingMessage, response: ServerResponse) => {
  const body = await buffer(request)
  if (!isSigned(request.headers, body)) return void response.writeHead(401).end()
  response.writeHead(204).end() // soon, and whatever takes longer afterwards
  const happened = JSON.parse(body.toString('utf8')) as { id: string; event: string; url: string }
  if (known.has(happened.id)) return
  known.add(happened.id)
  console.log(`${happened.event} ${happened.url}`)
}
const server = createServer((request, response) => void receive(request, response))
server.listen(Number(port), () => console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`))
