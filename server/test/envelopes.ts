import { expect } from 'vitest'
import { type World } from './world.ts'

export interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS'
  headers?: Record<string, string>
  payload?: string | Buffer
  remoteAddress?: string
}

export const JSON_TYPE = { 'content-type': 'application/json' }

export const V = '/answer/api/v1'

/** What a call answers, which is always the same four. */
export const envelopeOf = async (w: World, url: string, sent: Sent = {}) => {
  const response = await w.server.inject({ url, ...sent })
  const envelope = response.json<{ code: number; reason: string; msg: string; data: unknown }>()
  expect(Object.keys(envelope)).toEqual(['code', 'reason', 'msg', 'data'])
  expect(envelope.code).toBe(response.statusCode)
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(envelope.msg).toMatch(/^\p{Lu}.*[.?]$/u)
  expect(JSON.stringify(envelope)).not.toMatch(/node_modules|\.ts:|FST_|stack/)
  return { ...envelope, headers: response.headers }
}
