import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type World, world } from '../../../test/world.ts'
import { outsideSlot } from '../../lib/concurrency-slot.ts'
import { createLoadShedder } from './load-shedding.ts'

/** A queue in a time of its own: work gets done when the test says so, a turn ends when it says so. */
const turning = () => {
  let time = 0
  let ends: (() => void)[] = []
  const load = createLoadShedder(
    () => time,
    (then) => void ends.push(then),
  )
  const working: { name: string; finish(): void }[] = []
  const said: string[] = []
  const refused: string[] = []
  const settle = () => new Promise((resume) => setImmediate(resume))
  return {
    load,
    settle,
    said,
    refused,
    working,
    pass: (ms: number) => {
      time += ms
    },
    come: async (...names: string[]) => {
      for (const name of names) {
        void load
          .during(() => new Promise<void>((resolve) => void working.push({ name, finish: resolve })))
          .then(
            () => said.push(name),
            (error) => refused.push(error.reason === 'base.overloaded' ? name : String(error)),
          )
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
    expect([load.inWork, load.waiting]).toEqual([60, 240]) // what got done in half a second, by half, for 60 ms
  })

  /** A tenth of a second in which as many get done as can be done at once. */
  const tenth = async ({ pass, endTurn, finish }: ReturnType<typeof turning>) => {
    await endTurn()
    pass(100)
    await finish(16)
  }
  const idle = ({ load }: ReturnType<typeof turning>) => load.inWork + load.waiting === 0

  test('a burst is worked off, however long that takes', async () => {
    const here = turning()
    here.pass(10_000) // after a quiet while
    await here.come(...some(200))
    here.pass(500) // the first of it takes long
    await here.finish(1)
    while (!idle(here)) await tenth(here)
    expect([here.said, here.refused, here.load.shed]).toEqual([some(200), [], 0])
  })

  test('a few who ask again and again are always answered, however slow the machine', async () => {
    const here = turning()
    await here.come(...some(20))
    for (let n = 0; n < 30; n++) {
      here.pass(400)
      await here.finish()
      expect(here.load.isTooMuch()).toBe(false)
      await here.come(`again ${n}`, ...(n % 2 ? ['another'] : []))
      await here.endTurn()
      if (n % 2) await here.finish()
    }
    expect([here.refused, here.load.shed]).toEqual([[], 0])
  })

  test('under lasting overload requests that would wait long are turned away, and none when it is over', async () => {
    const here = turning()
    const { load, come, refused, said } = here
    let asked = 0
    const flood = async (tenths: number) => {
      for (let n = 0; n < tenths; n++) {
        for (let one = 0; one < 48; one++) if (!load.isTooMuch()) await come(`${asked++}`)
        await tenth(here)
      }
    }
    await flood(4)
    expect([refused, load.shed]).toEqual([[], 0])
    await flood(12)
    expect(refused.length).toBeGreaterThan(0)
    expect(load.shed).toBeGreaterThan(refused.length) // some at once, before any work was done for them
    expect(load.waiting).toBeLessThan(32)
    while (!idle(here)) await tenth(here)
    expect(new Set([...said, ...refused]).size).toBe(asked)
    const turnedAway = load.shed
    await come('after')
    expect([load.inWork, load.isTooMuch(), load.shed]).toEqual([1, false, turnedAway])
  })

  test('what waits elsewhere keeps no place, and takes one again for the rest, as many as a turn has time for', async () => {
    const { load, come, finish, pass, endTurn, settle } = turning()
    const elsewhere: (() => void)[] = []
    let back = 0
    const all = Array.from({ length: 100 }, () =>
      load.during(async () => {
        await outsideSlot(() => new Promise<void>((resolve) => void elsewhere.push(resolve)))
        back++
        pass(1)
      }),
    )
    await expect.poll(() => load.inWork).toBe(0)
    expect(await load.during(async () => 'others')).toBe('others')
    await come(...some(20))
    expect([load.inWork, load.waiting]).toEqual([16, 4])
    for (const comeBack of elsewhere) {
      comeBack()
      await settle()
    }
    expect(back).toBe(15)
    await endTurn()
    expect(back).toBe(30)
    for (let turn = 0; turn < 5; turn++) await endTurn()
    await Promise.all(all)
    expect([load.inWork, load.waiting]).toEqual([16, 4])
    await endTurn()
    await finish(20)
    await finish(20)
    expect([load.inWork, load.waiting]).toEqual([0, 0])
  })

  test('those who come back keep nobody out who is new', async () => {
    const { load, come, pass, endTurn, settle, working } = turning()
    const elsewhere: (() => void)[] = []
    let back = 0
    for (let n = 0; n < 50; n++)
      void load.during(async () => {
        await outsideSlot(() => new Promise<void>((resolve) => void elsewhere.push(resolve)))
        back++
        pass(5)
      })
    await expect.poll(() => elsewhere.length).toBe(50)
    for (const comeBack of elsewhere) {
      comeBack()
      await settle()
    }
    await come('new')
    expect([back, load.waiting, working.length]).toEqual([3, 48, 0])
    await endTurn()
    expect(working.map(({ name }) => name)).toEqual(['new'])
    expect(back).toBeLessThan(8)
  })

  test('what a request leaves behind elsewhere when it ends has no place', async () => {
    const load = createLoadShedder()
    const late = Promise.withResolvers<void>()
    const fails = () => outsideSlot(() => Promise.reject(new Error('gone wrong')))
    for (let n = 0; n < 50; n++)
      await expect(load.during(() => Promise.all([outsideSlot(() => late.promise), fails()]))).rejects.toThrow('wrong')
    expect(load.inWork).toBe(0)
    late.resolve()
    await new Promise((resume) => setTimeout(resume, 50))
    expect([load.inWork, load.waiting]).toEqual([0, 0])
  })

  test('who waits for what another one fetches doesn’t keep that one out', async () => {
    const load = createLoadShedder()
    const elsewhere = Promise.withResolvers<string>()
    let shared: Promise<string> | undefined
    const all = Array.from({ length: 40 }, () => load.during(() => (shared ??= outsideSlot(() => elsewhere.promise))))
    await expect.poll(() => [load.inWork, load.waiting]).toEqual([16, 23])
    elsewhere.resolve('brought')
    expect(new Set(await Promise.all(all))).toEqual(new Set(['brought']))
    expect([load.inWork, load.waiting]).toEqual([0, 0])
  })

  test('a few that take long while a turn was long hold nobody up for longer than that', async () => {
    const { load, come, pass, endTurn } = turning()
    await come(...some(4, 'long '))
    pass(50)
    await endTurn()
    await come('later')
    expect([load.inWork, load.waiting]).toEqual([4, 1])
    await endTurn()
    expect([load.inWork, load.waiting]).toEqual([5, 0])
  })

  test('a request that has begun is not turned away, however long it waited for something else', async () => {
    const { load } = turning()
    expect(await outsideSlot(async () => 'not in work at all')).toBe('not in work at all')
    expect(load.inWork).toBe(0)
    await expect(load.during(() => outsideSlot(() => Promise.reject(new Error('gone wrong'))))).rejects.toThrow(
      'gone wrong',
    )
    expect(load.inWork).toBe(0)
  })

  test('who has been elsewhere has come once: as many as get done are no flood', async () => {
    const here = turning()
    here.pass(10_000)
    const elsewhere: (() => void)[] = []
    const outcomes: string[] = []
    const come = (name: string) =>
      void here.load
        .during(async () => {
          await outsideSlot(() => new Promise<void>((resolve) => void elsewhere.push(resolve)))
          await new Promise<void>((finish) => void here.working.push({ name, finish }))
        })
        .then(
          () => outcomes.push(name),
          () => outcomes.push(`${name} was turned away`),
        )
    const comeBack = async (count: number) => {
      await here.come() // who has begun is elsewhere by now
      for (const resolve of elsewhere.splice(0, count)) resolve()
      await here.come()
    }
    for (const name of some(120)) come(name)
    await comeBack(60)
    await tenth(here)
    // From now on as many come, and come back, as get done.
    for (let n = 0; n < 12; n++) {
      for (const name of some(16, `${n}, `)) come(name)
      await comeBack(16)
      await tenth(here)
    }
    while (outcomes.length < 120 + 12 * 16) {
      await comeBack(16)
      await tenth(here)
    }
    expect(outcomes.filter((outcome) => outcome.includes('turned'))).toEqual([])
    expect([here.load.shed, here.load.inWork]).toEqual([0, 0])
  })

  test('what fails has got done too', async () => {
    const { load } = turning()
    await load
      .during(async () => {
        throw new Error('no')
      })
      .catch(() => {})
    expect(load.inWork).toBe(0)
  })
})

describe('a site that has too much to do', () => {
  let w: World
  beforeAll(async () => {
    w = await world('sqlite', { pages: true, config: { metrics: { token: 'x' } } })
  })
  afterAll(() => w.close())

  test('sends away who would wait too long, with a time to come again, and answers those who watch', async () => {
    let much = true
    Object.assign(w.site, { loadShedder: { ...w.site.loadShedder, isTooMuch: () => much, shed: 2 } })
    const base = await w.server.listen({ host: '127.0.0.1', port: 0 })
    const get = async (url: string, headers: Record<string, string> = {}) => {
      const reply = await fetch(base + url, { headers: { 'accept-language': 'en_US', ...headers } })
      return { statusCode: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
    }
    const api = await get('/answer/api/v1/siteinfo')
    expect([api.statusCode, api.headers['retry-after'], JSON.parse(api.body)]).toEqual([
      503,
      '5',
      { code: 503, reason: 'base.overloaded', msg: expect.stringContaining('5 s'), data: { retry_after: 5 } },
    ])
    const page = await get('/questions', { accept: 'text/html' })
    expect([page.statusCode, page.headers['retry-after'], page.headers['content-type'], page.body]).toEqual([
      503,
      '5',
      'text/plain; charset=utf-8',
      expect.not.stringContaining('<'),
    ])
    for (const url of ['/healthz', '/readyz']) expect((await get(url)).statusCode).toBe(200)
    const { body } = await get('/metrics', { authorization: 'Bearer x' })
    expect(body).toContain('askwell_shed_total 2')
    much = false
    expect((await get('/questions')).statusCode).toBe(200)
    expect(w.faults).toEqual([])
  })
})
