import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type World, world } from '../../test/world.ts'
import { createLoad } from './load.ts'

/** A queue in a time of its own: work gets done when the test says so, a turn ends when it says so. */
const turning = () => {
  let time = 0
  let ends: (() => void)[] = []
  const load = createLoad(() => time, (then) => void ends.push(then))
  const working: { name: string; finish(): void }[] = []
  const said: string[] = []
  const refused: string[] = []
  const settle = () => new Promise((resume) => setImmediate(resume))
  return {
    load, said, refused, working,
    pass: (ms: number) => { time += ms },
    come: async (...names: string[]) => {
      for (const name of names) {
        void load.during(() => new Promise<void>((resolve) => void working.push({ name, finish: resolve })))
          .then(() => said.push(name), (error) => refused.push(error.reason === 'base.overloaded' ? name : String(error)))
      }
      await settle()
    },
    finish: async (count = 1) => {
      for (const { finish } of working.splice(0, count)) finish()
      await settle()
    },
    endTurn: async () => {
      const ended = ends
      ends = []
      for (const end of ended) end()
      await settle()
    },
  }
}
const some = (count: number, mark = '') => Array.from({ length: count }, (_, n) => `${mark}${n}`)

describe('the queue of all work', () => {
  test('sixteen at once, then first come, first served', async () => {
    const { load, come, finish, working, said } = turning()
    await come(...some(20))
    expect([load.inWork, load.waiting, load.isTooMuch()]).toEqual([16, 4, false])
    await finish(2)
    expect([working.length, said, working.at(-1)!.name, load.waiting]).toEqual([16, ['0', '1'], '17', 2])
    await finish(16)
    await finish(2)
    expect([load.inWork, load.waiting, said]).toEqual([0, 0, some(20)])
  })

  test('a turn that has been long begins nothing more, and the next goes on where it stopped', async () => {
    const { load, come, finish, pass, endTurn, said } = turning()
    await come('first')
    pass(20)
    await come('second', 'third')
    await finish()
    expect([load.inWork, load.waiting, said]).toEqual([0, 2, ['first']])
    await endTurn()
    expect([load.inWork, load.waiting]).toEqual([2, 0])
  })

  test('where turns are long, few are worked on at once', async () => {
    const { load, come, finish, pass, endTurn } = turning()
    await come(...some(2))
    pass(50)
    await endTurn()
    await come(...some(10, 'later '))
    expect([load.inWork, load.waiting]).toEqual([4, 8])
    await finish(4)
    expect(load.inWork).toBe(4)
    await endTurn() // a short one
    expect([load.inWork, load.waiting]).toEqual([8, 0])
  })

  test('where much gets done, more are worked on at once', async () => {
    const { load, come, finish, pass, endTurn } = turning()
    for (let n = 0; n < 5; n++) {
      await come(...some(200))
      while (load.inWork > 0) await finish(16)
    }
    await endTurn()
    pass(500)
    expect(load.isTooMuch()).toBe(false)
    await come(...some(300))
    expect([load.inWork, load.waiting]).toEqual([120, 180]) // 1000 in half a second
  })

  test('a burst is worked off; what goes on is too much for whoever would wait long, until it is over', async () => {
    const { load, come, finish, pass, endTurn, refused, said } = turning()
    const tenth = async () => {
      await endTurn()
      pass(100)
      await finish(16)
    }
    await come(...some(48))
    for (let n = 0; n < 3; n++) await tenth()
    expect([said, refused, load.waiting]).toEqual([some(48), [], 0])

    for (let n = 0; n < 12; n++) {
      await come(...(load.isTooMuch() ? [] : some(32, `${n} `)))
      await tenth()
    }
    expect(load.shed).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every((name) => !name.startsWith('0 ') && !name.startsWith('1 '))).toBe(true)
    while (load.inWork + load.waiting > 0) await tenth()
    expect(new Set([...said, ...refused]).size).toBe(said.length + refused.length)
    await come('after')
    expect([load.inWork, load.isTooMuch()]).toEqual([1, false])
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
    Object.assign(w.site, { load: { ...w.site.load, isTooMuch: () => much, shed: 2 } })
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
