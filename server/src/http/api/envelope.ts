import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pickLanguage } from '../../lib/languages.ts'
import { BadRequest } from '../../lib/errors.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../lib/messages.ts'
import { type Envelope, failure } from './errors.ts'
import { SECURITY_HEADERS } from '../pages/content-policy.ts'

export const languageOf = (request: FastifyRequest) =>
  pickLanguage({
    acceptLanguage: request.headers['accept-language'],
    offered: [...LANGUAGES.keys()],
    site: DEFAULT_LANGUAGE,
  })

/** When to try again, if that is known. */
const sayWhen = (reply: FastifyReply, { code, data }: Pick<Envelope, 'code' | 'data'>) => {
  const wait = (data as { retry_after?: number } | null)?.retry_after
  if (wait && (code === 429 || code === 503)) void reply.header('retry-after', wait)
}

export const answer = (reply: FastifyReply, envelope: Envelope) => {
  sayWhen(reply, envelope)
  return reply
    .code(envelope.code)
    .headers({ ...SECURITY_HEADERS, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify(envelope))
}

/** For an address that is no call: just the sentence. */
export const sendMessage = (
  reply: FastifyReply,
  { code, msg, data = null }: Pick<Envelope, 'code' | 'msg'> & { data?: unknown },
) => {
  sayWhen(reply, { code, data })
  return reply
    .code(code)
    .headers({ ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .send(msg)
}

export const isCall = (url: string) => /^\/(answer|installation)([/?]|$)/.test(url)

/** A refusal in the form that callers of such an address expect: JSON for the API, a page elsewhere. */
export const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown) =>
  (isCall(request.url) ? answer : sendMessage)(reply, failure(error, languageOf(request)))

const ALWAYS = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')
const UNREADABLE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** What came isn't HTTP, or too much of it, so there is no request to reply to. */
export const refuseUnread = (error: { code?: string }, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code = UNREADABLE[error.code ?? ''] ?? 400
  const body = JSON.stringify({ ...failure(new BadRequest('base.request_format_error'), DEFAULT_LANGUAGE), code })
  socket.end(
    `HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n${ALWAYS}\r\n${body}`,
  )
}
