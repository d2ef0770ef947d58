import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import Fastify from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Config } from '../../config.ts'
import { inJob } from '../../lib/current-request.ts'
import { createLog, type LogLevel } from '../../lib/log.ts'
import { logRequests } from './request-log.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const gathered = (level: LogLevel) => {
  const out: Record<string, unknown>[] = []
  const err: Record<string, unknown>[] = []
  const texts: string[] = []
  const keep = (list: Record<string, unknown>[]) => (line: string) => {
    texts.push(line)
    list.push(JSON.parse(line) as Record<string, unknown>)
  }
  return { log: createLog(level, { out: keep(out), err: keep(err) }), out, err, texts }
}

const served = async (level: LogLevel, url: string, headers: Record<string, string> = {}) => {
  const kept = gathered(level)
  const server = Fastify({ logger: false, trustProxy: 'loopback', genReqId: () => 'our-own-name' })
  logRequests(server, { config: { log: level } as Config, log: kept.log })
  server.get('/search', () => 'found')
  server.post('/broken/:id', () => {
    kept.log.fault(
      'POST /broken/7?code=secret-code',
      new Error('no way to postgres://askwell:secret-word@db/x for ann@example.com'),
    )
    return 'x'
  })
  const reply = await server.inject({
    method: url.startsWith('/broken') ? 'POST' : 'GET',
    url,
    headers,
    remoteAddress: headers['x-forwarded-for'] ? '127.0.0.1' : '192.0.2.1',
    ...(url.startsWith('/broken') && { payload: { body: 'secret-body' } }),
  })
  await server.close()
  return { ...kept, reply }
}

test('what fails in a job is told as that job, with why', async () => {
  const { log, err } = gathered('error')
  await inJob({ id: 7, what: 'user.registered/writeLetter' }, async () =>
    log.fault('job 7', new Error('fetch failed', { cause: new Error('connect ECONNREFUSED 192.0.2.1:443') })),
  )
  expect(err).toMatchObject([
    {
      job_id: 7,
      job: 'user.registered/writeLetter',
      error: 'Error: fetch failed',
      cause: 'connect ECONNREFUSED 192.0.2.1:443',
    },
  ])
})

describe('the log of requests', () => {
  test.each(['silent', 'error'] as const)('is empty at "%s"', async (level) =>
    expect((await served(level, '/search')).out).toEqual([]),
  )

  test('has a line for each at "info", without what was looked for and who it was', async () => {
    const { out } = await served('info', '/search?q=private')
    expect(out).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        level: 'info',
        event: 'request',
        request_id: 'our-own-name',
        request: 'GET /search',
        method: 'GET',
        path: '/search',
        status: 200,
        ms: expect.any(Number),
      },
    ])
  })

  test('says at "debug" who it was and what was asked by, never the values', async () => {
    const { out, texts } = await served('debug', '/search?q=private&page=2')
    expect(out).toMatchObject([{ ip: '192.0.2.1', query: ['q', 'page'] }])
    expect(texts.join()).not.toContain('private')
  })

  test('calls a request by the name that its answer shows', async () => {
    const { out, reply } = await served('info', '/search')
    expect(reply.headers['x-request-id']).toBe(out[0]!.request_id)
  })

  test('takes over the name that a trusted proxy gave it, and nobody else’s', async () => {
    expect(
      (await served('info', '/search', { 'x-request-id': 'proxys-name-1', 'x-forwarded-for': '192.0.2.1' })).out[0]!
        .request_id,
    ).toBe('proxys-name-1')
    expect((await served('info', '/search', { 'x-request-id': 'strangers-name' })).out[0]!.request_id).toBe(
      'our-own-name',
    )
    expect(
      (await served('info', '/search', { 'x-request-id': 'two\nlines-of-it', 'x-forwarded-for': '192.0.2.1' })).out[0]!
        .request_id,
    ).toBe('our-own-name')
  })
})

describe('a fault', () => {
  test('is one line that names the request it happened in, also where a body came with it', async () => {
    const { err } = await served('error', '/broken/7?code=secret-code')
    expect(err).toMatchObject([
      {
        level: 'error',
        event: 'fault',
        request_id: 'our-own-name',
        request: 'POST /broken/:id',
        where: 'POST /broken/7',
      },
    ])
    expect(err[0]!.stack).toEqual(expect.arrayContaining([expect.stringContaining('log.test.ts')]))
  })

  test('names its request also where the body came piece by piece over a line', async () => {
    const { log, err } = gathered('error')
    const server = Fastify({ logger: false, genReqId: () => 'our-own-name' })
    logRequests(server, { config: { log: 'error' } as Config, log })
    server.post('/broken', () => {
      log.fault('POST /broken', new Error('no'))
      return 'x'
    })
    const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
    const asked = request({
      host: '127.0.0.1',
      port,
      path: '/broken',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    asked.write('{"a":')
    await new Promise((resume) => setTimeout(resume, 20))
    asked.end('1}')
    const [reply] = (await once(asked, 'response')) as [IncomingMessage]
    reply.resume()
    await server.close()
    expect(err).toMatchObject([{ request_id: 'our-own-name', request: 'POST /broken' }])
  })

  test('tells no password, code, body or e-mail address', async () => {
    const { texts } = await served('debug', '/broken/7?code=secret-code')
    expect(texts.join('')).not.toMatch(/secret|ann@example/)
    expect(texts.join('')).toContain('no way to postgres')
  })

  test('is never longer than a disk can bear, nor more than a line, whatever is thrown', () => {
    const { log, texts } = gathered('error')
    for (const thrown of [new Error('x\n\u001b[31m'.repeat(100_000)), 'a text', undefined, { odd: true }])
      log.fault(`GET /${'y'.repeat(100_000)}`, thrown)
    for (const text of texts) expect([text.length < 5000, text.indexOf('\n') === text.length - 1]).toEqual([true, true])
  })
})
