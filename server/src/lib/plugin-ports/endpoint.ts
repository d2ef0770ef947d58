import type { EndpointAnswer, EndpointRequest } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { call, simplePort } from './port.ts'

export const ENDPOINT_BYTES = 256 * 1024

export const endpoint = simplePort('endpoint', {
  endpoint: call<EndpointRequest>()(
    10_000,
    Type.Object({
      status: Type.Integer({ minimum: 200, maximum: 599 }),
      headers: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 2000 }))),
      body: Type.Optional(Type.Unknown()),
    }),
  ),
})

/** What a reply may say about itself: nothing that a browser would run or keep. */
const HEADERS = ['location', 'etag', 'retry-after', 'www-authenticate']
const TYPE = /^(application\/([\w.-]+\+)?json|text\/plain)(; ?charset=utf-8)?$/i

/** An answer of a plugin as it is sent; `undefined` if it is too long. */
export const replyOf = ({ status, headers = {}, body }: EndpointAnswer) => {
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const isText = typeof body === 'string'
  const text = body === undefined ? '' : isText ? body : JSON.stringify(body)
  if (Buffer.byteLength(text) > ENDPOINT_BYTES) return undefined
  const type = given.get('content-type') ?? (isText ? 'text/plain' : 'application/json')
  const kept = HEADERS.flatMap((name) => {
    const value = given.get(name)
    return value !== undefined && /^[\x20-\x7e]*$/.test(value) ? [[name, value] as const] : []
  })
  return {
    status,
    headers: {
      ...Object.fromEntries(kept),
      'content-type': TYPE.test(type) ? type : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    },
    text,
  }
}
