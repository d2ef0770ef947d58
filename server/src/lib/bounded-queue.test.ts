import { describe, expect, onTestFinished, test } from 'vitest'
import { actingAs } from './acting.ts'
import { createQueue, stretchWaits, type Turn } from './bounded-queue.ts'
import { inRequest } from './current-request.ts'
import { overloaded } from './errors.ts'

/** Work that ends when it is told to. */
const job = () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  let begun = false
  return {
    work: () => {
      begun = true
      return promise
    },
    end: () => resolve('done'),
    hasBegun: () => begun,
  }
}

describe('a bounded queue', () => {
  test('does so much at once, and the rest in turn', async () => {
    const queue = createQueue({ atOnce: 2, waiting: 5, waitMs: 60_000 })
    const jobs = [job(), job(), job()]
    const all = jobs.map(({ work }) => queue.run(work))
    expect(jobs.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false])
    jobs[0]!.end()
    await all[0]
    expect(jobs[2]!.hasBegun()).toBe(true)
    for (const { end } of jobs) end()
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done'])
  })

  test('turns those away for whom there is no place', async () => {
    const queue = createQueue({ atOnce: 1, waiting: 1, waitMs: 60_000 })
    const jobs = [job(), job(), job()]
    const [first, second] = [queue.run(jobs[0]!.work), queue.run(jobs[1]!.work)]
    await expect(queue.run(jobs[2]!.work)).rejects.toBe(overloaded)
    for (const { end } of jobs) end()
    await Promise.all([first, second])
    expect(jobs[2]!.hasBegun()).toBe(false)
    expect(await queue.run(async () => 'again')).toBe('again')
  })

  test('lets nobody wait too long, and then does not begin', async () => {
    const queue = createQueue({ atOnce: 1, waiting: 5, waitMs: 1 })
    const [long, late] = [job(), job()]
    const first = queue.run(long.work)
    await expect(queue.run(late.work)).rejects.toBe(overloaded)
    long.end()
    expect(await first).toBe('done') // begun in time: it may take as long as it takes
    expect(await queue.run(async () => 'next')).toBe('next')
    expect(late.hasBegun()).toBe(false)
  })

  test('keeps the patient waiting', async () => {
    const queue = createQueue({ atOnce: 1, waiting: 0, waitMs: 1 })
    const [long, later] = [job(), job()]
    const first = queue.run(long.work, { patient: true })
    const second = queue.run(later.work, { patient: true })
    await expect(queue.run(async () => 'no place')).rejects.toBe(overloaded)
    long.end()
    later.end()
    expect(await Promise.all([first, second])).toEqual(['done', 'done'])
  })

  test('passes on what goes wrong, and goes on', async () => {
    const queue = createQueue({ atOnce: 1, waiting: 5, waitMs: 60_000 })
    await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await queue.run(async () => 'well')).toBe('well')
  })

  test('leaves a place free beside one user, whatever networks they come from, and beside one network', async () => {
    const queue = createQueue({ atOnce: 2, waiting: 10, waitMs: 60_000, share: 1 })
    const from = (network: string, actor_id: number, one: ReturnType<typeof job>) =>
      new Promise<string>((resolve, reject) =>
        inRequest({ id: '', what: '', network }, () => {
          actingAs({ actor_id, session_id: 0, via: 'session' }, () => queue.run(one.work)).then(resolve, reject)
        }),
      )
    const [first, sameUser, sameNetwork, other] = [job(), job(), job(), job()]
    const all = [
      from('198.51.100.1', 1, first),
      from('198.51.100.2', 1, sameUser),
      from('198.51.100.1', 2, sameNetwork),
      from('198.51.100.3', 3, other),
    ]
    const begun = () => [first, sameUser, sameNetwork, other].map(({ hasBegun }) => hasBegun())
    await expect.poll(begun).toEqual([true, false, false, true])
    expect([queue.running, queue.waiting]).toEqual([2, 2])
    first.end()
    await expect.poll(() => sameUser.hasBegun() || sameNetwork.hasBegun()).toBe(true)
    for (const { end } of [sameUser, sameNetwork, other]) end()
    expect(await Promise.all(all)).toEqual(Array(4).fill('done'))
    expect([queue.running, queue.waiting]).toEqual([0, 0])
  })

  /** One that is busy until `end`, and who then has had their turn, in order. `come` is over when they are told to come again. */
  const busy = (bounds: Partial<Parameters<typeof createQueue>[0]> = {}) => {
    let time = 0
    const queue = createQueue({ atOnce: 1, waiting: 10, waitMs: 60_000, ...bounds }, () => time)
    const first = job()
    const running = queue.run(first.work)
    const order: string[] = []
    const come = (network: string, turn?: Turn) =>
      new Promise<unknown>((resolve) =>
        inRequest({ id: '', what: '', network }, () => {
          const work = async () => void order.push(network)
          resolve(queue.run(work, turn).catch((error: unknown) => error))
        }),
      )
    const end = async (took = 0) => {
      time += took
      first.end()
      await running
    }
    return { come, order, end, queue }
  }

  test('gives each network a turn before any has a second', async () => {
    const { come, order, end } = busy()
    const all = ['many', 'many', 'many', 'one', 'many', 'other'].map((network) => come(network))
    await end()
    await Promise.all(all)
    expect(order).toEqual(['many', 'one', 'other', 'many', 'many', 'many'])
  })

  test('takes those first who are known, and of them each once, too', async () => {
    const { come, order, end } = busy()
    const all = [
      come('stranger'),
      come('home', { known: true }),
      come('home', { known: true }),
      come('garden', { known: true }),
    ]
    await end()
    await Promise.all(all)
    expect(order).toEqual(['home', 'garden', 'home', 'stranger'])
  })

  test('gives the last place of the network that has most to a new one', async () => {
    const { come, order, end } = busy({ waiting: 3 })
    const all = ['many', 'many', 'many', 'one'].map((network) => come(network))
    expect(await all[2]).toBe(overloaded)
    expect(await come('many')).toBe(overloaded)
    await end()
    await Promise.all(all)
    expect(order).toEqual(['many', 'one', 'many'])
  })

  test('says at once that it would take too long, where one takes as long as another', async () => {
    const stretched = stretchWaits(1)
    onTestFinished(() => void stretchWaits(stretched))
    const { come, order, end, queue } = busy({ even: true, waitMs: 25_000 })
    await end(10_000)
    const next = job()
    const running = queue.run(next.work)
    const all = ['first', 'second', 'third'].map((network) => come(network))
    expect(await all[2]).toBe(overloaded)
    expect(await Promise.race([come('home', { known: true }), Promise.resolve('waits')])).toBe('waits')
    next.end()
    await running
    await Promise.all(all)
    expect(order).toEqual(['home', 'first', 'second'])
  })
})
