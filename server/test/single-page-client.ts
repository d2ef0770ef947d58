import { expect } from 'vitest'
import type { World } from './world.ts'

const SITE = '/answer/api/v1'
const ADMIN = '/answer/admin/api'

interface Envelope {
  code: number
  reason: string
  msg: string
  // oxlint-disable-next-line typescript/no-explicit-any -- it knows of no types, which is what is tried here
  data: any
}

/**
 * A client as existing single-page ones are: it knows paths and fields of the API and no types, puts every number of a query into text, sends whole
 * replies back, and keeps the token that any reply carries. A path that begins with `admin:` is one of the administration.
 */
export const singlePageClient = ({ server }: World) => {
  let token = ''
  const request = async (call: string, values: Record<string, unknown> = {}, payload?: FormData) => {
    const [method, where] = call.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const url = where.startsWith('admin:') ? ADMIN + where.slice('admin:'.length) : SITE + where
    const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString()
    const packed = payload && new Response(payload)
    const response = await server.inject({
      method,
      url: method === 'GET' && query ? `${url}?${query}` : url,
      headers: {
        'accept-language': 'en_US',
        ...(token && { authorization: token }),
        ...(packed
          ? { 'content-type': packed.headers.get('content-type')! }
          : method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(packed
        ? { payload: Buffer.from(await packed.arrayBuffer()) }
        : method !== 'GET' && { payload: JSON.stringify(values) }),
    })
    return { status: response.statusCode, ...response.json<Envelope>() }
  }

  /** The data of a call that has to succeed. */
  const call = async (what: string, values?: Record<string, unknown>, payload?: FormData) => {
    const { status, reason, data } = await request(what, values, payload)
    expect([what, status, reason, status === 200 || JSON.stringify(data)]).toEqual([what, 200, 'base.success', true])
    if (typeof data?.access_token === 'string') token = data.access_token
    return data
  }

  return {
    call,
    /** How a call is refused. */
    refused: async (what: string, values?: Record<string, unknown>) => {
      const { status, reason, data } = await request(what, values)
      return { status, reason, data }
    },
    enterAs: (known: string) => {
      token = known
    },
  }
}
export type Client = ReturnType<typeof singlePageClient>
