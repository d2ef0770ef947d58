import { describe, expect, test } from 'vitest'
import { createQueue } from './bounded-queue.ts'
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
})
