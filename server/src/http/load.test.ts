import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type World, world } from '../../test/world.ts'
import { createLoad } from './load.ts'

const turning = () => {
  let time = 0
  let ends: (() => void)[] = []
  const load = createLoad(() => time, (then) => void ends.push(then))
  return { load, pass: (ms: number) => { time += ms }, endTurn: () => { for (const end of ends) end(); ends = [] } }
}

describe('whether there is too much to do', () => {
  test('in turns of the event loop: whoever comes late in a long one, once that has gone on for a while', () => {
    const { load, pass, endTurn } = turning()
    const asked: boolean[] = []
    for (let turn = 0; turn < 4; turn++) {
      asked.push(load.isTooMuch())
      pass(250)
      asked.push(load.isTooMuch())
      endTurn()
    }
    expect(asked).toEqual([false, false, false, false, false, true, false, true])
    load.isTooMuch()
    pass(10)
    endTurn() // a short one: the crowd is gone
    load.isTooMuch()
    pass(250)
    expect(load.isTooMuch()).toBe(false)
  })

  test('one long turn is a burst, and a quiet hour between two requests is none', () => {
    const { load, pass, endTurn } = turning()
    load.isTooMuch()
    pass(5000)
    expect(load.isTooMuch()).toBe(false)
    for (let hour = 0; hour < 3; hour++) {
      endTurn()
      pass(3_600_000)
      expect(load.isTooMuch()).toBe(false)
      pass(5000)
      expect(load.isTooMuch()).toBe(false)
    }
  })

  test('one burst after another in the queue of the database is no crowd either', async () => {
    const { load, pass, endTurn } = turning()
    for (let burst = 0; burst < 3; burst++) {
      const finish: (() => void)[] = []
      const all = Array.from({ length: 30 }, () => {
        expect(load.isTooMuch()).toBe(false)
        return load.during(() => new Promise<void>((resolve) => void finish.push(resolve)))
      })
      endTurn()
      pass(700)
      for (const resolve of finish) resolve()
      await Promise.all(all)
      pass(20)
    }
  })

  test('in the queue of the database: when more are in work than get done in time', async () => {
    const { load, pass, endTurn } = turning()
    const waiting: (() => void)[] = []
    const begin = (count: number) => Array.from({ length: count }, () => load.during(() => new Promise<void>((resolve) => void waiting.push(resolve))))
    const finish = async (count: number) => {
      for (const resolve of waiting.splice(0, count)) resolve()
      await new Promise((resume) => setImmediate(resume))
    }
    /** What is said to one who comes every tenth of a second, while so many get done in each. */
    const asked = async (tenths: number, finished: number) => {
      let said = false
      for (let n = 0; n < tenths; n++) {
        pass(100)
        await finish(finished)
        void begin(finished)
        said = load.isTooMuch()
        endTurn()
      }
      return said
    }
    void begin(15)
    expect(await asked(20, 0)).toBe(false)
    void begin(10)
    expect(await asked(4, 0)).toBe(false)
    expect([load.inWork, await asked(20, 0)]).toEqual([25, true])
    expect(await asked(20, 15)).toBe(true) // 150 a second: more than a tenth of a second to wait
    expect(await asked(20, 25)).toBe(false)
    void begin(250)
    expect(await asked(1, 0)).toBe(true) // a flood is not waited for
    await finish(1000)
    expect([load.inWork, load.isTooMuch()]).toEqual([0, false])
  })

  test('what fails has got done too', async () => {
    const { load } = turning()
    await load.during(async () => { throw new Error('no') }).catch(() => {})
    expect(load.inWork).toBe(0)
  })
})

describe('a site that has too much to do', () => {
  let w: World
  beforeAll(async () => { w = await world('sqlite', { pages: true, config: { metrics: { token: 'x' } } }) })
  afterAll(() => w.close())

  test('sends away who would wait too long, with a time to come again, and answers those who watch', async () => {
    let much = true
    w.site.load.isTooMuch = () => much
    const base = await w.server.listen({ host: '127.0.0.1', port: 0 })
    const get = async (url: string, headers: Record<string, string> = {}) => {
      const reply = await fetch(base + url, { headers: { 'accept-language': 'en_US', ...headers } })
      return { statusCode: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
    }
    const api = await get('/answer/api/v1/siteinfo')
    expect([api.statusCode, api.headers['retry-after'], JSON.parse(api.body)]).toEqual([503, '5', { code: 503, reason: 'base.overloaded', msg: expect.stringContaining('5 s'), data: { retry_after: 5 } }])
    const page = await get('/questions', { accept: 'text/html' })
    expect([page.statusCode, page.headers['retry-after'], page.headers['content-type'], page.body]).toEqual([503, '5', 'text/plain; charset=utf-8', expect.not.stringContaining('<')])
    for (const url of ['/healthz', '/readyz']) expect((await get(url)).statusCode).toBe(200)
    const { body } = await get('/metrics', { authorization: 'Bearer x' })
    expect(body).toContain('askwell_shed_total 2')
    much = false
    expect((await get('/questions')).statusCode).toBe(200)
    expect(w.faults).toEqual([])
  })
})
