import { afterEach, expect, test, vi } from 'vitest'
import { batches } from './batches.ts'

afterEach(() => vi.restoreAllMocks())

test('what reads a dump lets others in, also where everything is at hand', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now++) // each look at the clock takes a millisecond
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const made: number[] = []
  for await (const batch of batches(Array(1000).keys(), 100)) made.push(batch.length)
  clearImmediate(next)
  expect(made).toEqual(Array(10).fill(100))
  expect(turns).toBeGreaterThan(20)
})
