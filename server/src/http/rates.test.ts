import { logInByEmail, registerByEmail } from '@askwell/contract/accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type World, world } from '../../test/world.ts'
import { JSON_TYPE, V, envelopeOf } from '../../test/envelopes.ts'

describe('who asks too often', () => {
  let w: World
  beforeAll(async () => {
    w = await world('sqlite', { limits: 1 })
  })
  afterAll(() => w.close())
  let count = 0
  const login = (ip: string) =>
    w.nobody
      .call(logInByEmail, { ip, body: { e_mail: `nobody${++count}@example.com`, pass: 'wrong-password' } })
      .catch((error: { status: number }) => error.status)

  test('is told when to come again, and is let in then', async () => {
    for (let n = 0; n < 20; n++) expect(await login('192.0.2.1')).toBe(400)
    const refused = await envelopeOf(w, `${V}/user/login/email`, {
      method: 'POST',
      headers: JSON_TYPE,
      remoteAddress: '192.0.2.1',
      payload: '{}',
    })
    expect(refused).toMatchObject({ code: 429, reason: 'base.too_many_requests', data: { retry_after: 60 } })
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.msg).toContain('60')
    expect(await login('192.0.2.2')).toBe(400)
    w.clock.advance(60)
    expect(await login('192.0.2.1')).toBe(400)
  })

  test('is counted as one person, wherever they are', async () => {
    const bob = await w.given.member()
    const ask = (n: number) =>
      w
        .as(bob)
        .call(registerByEmail, { ip: `198.51.100.${n}`, body: {} })
        .catch((error: { status: number }) => error.status)
    const answers: unknown[] = []
    for (let n = 0; n < 40; n++) answers.push(await ask(n))
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0)
  })

  test('behind a proxy on this machine is the one the proxy names, behind any other the proxy itself', async () => {
    const from = (remoteAddress: string, forwarded: string) =>
      w.server.inject({
        method: 'POST',
        url: `${V}/user/login/email`,
        headers: { ...JSON_TYPE, 'x-forwarded-for': forwarded },
        remoteAddress,
        payload: '{}',
      })
    for (let n = 0; n < 20; n++) await from('127.0.0.1', '203.0.113.7')
    expect((await from('127.0.0.1', '203.0.113.7')).statusCode).toBe(429)
    expect((await from('127.0.0.1', '203.0.113.8')).statusCode).toBe(400)
    for (let n = 0; n < 20; n++) await from('203.0.113.9', `198.51.100.${n}`)
    expect((await from('203.0.113.9', '198.51.100.200')).statusCode).toBe(429)
  })
})
