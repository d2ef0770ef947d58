import { siteInfo } from '@askwell/contract/site.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../../test/world.ts'
import { threads } from '../../../test/threads.ts'
import { setPrivate } from '../../../test/private-site.ts'

describe.each(engines)('metrics (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine, { pages: true, config: { metrics: { token: 'a-long-token' } } })
  })
  afterAll(() => w.close())
  const read = async (authorization?: string) =>
    w.server.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })

  test('are for who knows the token; to others there is nothing', async () => {
    const nothing = await w.server.inject({ url: '/nothing/of/the/kind' })
    for (const wrong of [
      undefined,
      '',
      'Bearer ',
      'Bearer a-long-toke',
      'a-long-token-and-more',
      (await w.given.admin()).token,
    ]) {
      const { statusCode, body } = await read(wrong)
      expect([statusCode, body.includes('askwell_')]).toEqual([nothing.statusCode, false])
    }
    expect((await read('Bearer a-long-token')).statusCode).toBe(200)
    await setPrivate(w, true)
    expect((await read('Bearer a-long-token')).statusCode).toBe(200)
    await setPrivate(w, false)
  })

  test('tell of requests by pattern, of the database, the queues, the event loop and the memory', async () => {
    const ann = await w.given.member({ name: 'ann', rank: 50 })
    const id = await threads(w).ask(ann)
    await w.nobody.call(siteInfo)
    await w.server.inject({ url: `/questions/${id}/title`, headers: { accept: 'text/html' } })
    await w.server.inject({ url: '/answer/api/v1/no/such/call' })
    const { body } = await read('Bearer a-long-token')
    const values = new Map(
      body
        .split('\n')
        .filter((line) => line && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    )
    expect(values.get('askwell_requests_total{method="GET",route="/answer/api/v1/siteinfo",status="200"}')).toBe(1)
    expect(values.get('askwell_requests_total{method="POST",route="/answer/api/v1/question",status="200"}')).toBe(1)
    expect(
      [...values.keys()].some((key) => /^askwell_requests_total\{method="GET",route="\/questions\/:\w+/.test(key)),
    ).toBe(true)
    expect(values.get('askwell_request_seconds_count{method="POST",route="/answer/api/v1/question"}')).toBe(1)
    expect(values.get('askwell_jobs{state="due"}')).toBeGreaterThan(0)
    expect(values.get('askwell_up')).toBe(1)
    for (const kind of ['select', 'insert'])
      expect(values.get(`askwell_database_query_seconds_count{kind="${kind}"}`)).toBeGreaterThan(0)
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'askwell_disk_free_bytes',
      'askwell_transactions_waiting',
      'askwell_requests_in_work',
    ])
      expect(values.get(name)).toBeGreaterThanOrEqual(0)
    if (engine === 'postgres') expect(values.get('askwell_database_connections{state="open"}')).toBeGreaterThan(0)
  })

  test('name nobody: no ids, no names, no addresses of people, however odd the requests', async () => {
    for (const url of [
      '/users/ann',
      '/questions/10010000000000001',
      '/x'.repeat(50),
      '/answer/api/v1/%00',
      '/tags/secret-tag?code=hidden-code',
    ])
      await w.server.inject({ url })
    const { body } = await read('Bearer a-long-token')
    expect(body).not.toMatch(/ann|1001000|\/x\/x|secret|hidden/)
    expect(body.split('\n').length).toBeLessThan(2000)
  })
})

test('with a port of their own they are there, and not where the site is', async () => {
  const w = await world('sqlite', { config: { metrics: { port: 0, token: '' } } })
  await w.server.listen({ host: '127.0.0.1', port: 0 })
  const reply = await fetch(w.site.metricsAddress!)
  expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('askwell_up 1')])
  expect((await fetch(new URL('/', w.site.metricsAddress))).status).toBe(404)
  expect((await w.server.inject({ url: '/metrics' })).statusCode).toBe(404)
  const address = w.site.metricsAddress!
  await w.close()
  await expect(fetch(address)).rejects.toThrow('fetch failed')
})

test('nobody has them who did not ask for them', async () => {
  const w = await world('sqlite')
  expect((await w.server.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })).statusCode).toBe(404)
  await w.close()
})
