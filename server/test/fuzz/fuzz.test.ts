import { endpoints } from '@askwell/contract/index.ts'
import { expect, test } from 'vitest'
import { engines } from '../world.ts'
import { fuzz } from './fuzz.ts'
import { choices } from './random.ts'

const CALLS = 1500
/** Always the same calls here; `npm run fuzz` makes others each time. */
const SEED = 20_261_121

test('the same seed makes the same choices, another one others', () => {
  const some = (seed: number) =>
    Array.from(
      { length: 20 },
      (
        (r) => () =>
          r.below(1000)
      )(choices(seed)),
    )
  expect(some(7)).toEqual(some(7))
  expect(some(7)).not.toEqual(some(8))
})

test.each(engines)(
  'whatever is asked by whomever is answered by the contract, and leaves the site in order (%s)',
  { timeout: 240_000 },
  async (engine) => {
    const { failures, calls, byStatus, endpoints: met } = await fuzz(engine, { seed: SEED, calls: CALLS })
    expect(failures).toEqual([])
    expect(calls).toBe(CALLS)
    expect(met).toBeGreaterThan(endpoints.length * 0.9)
    for (const status of [200, 400, 401, 403, 404]) expect(byStatus[status], `answers of ${status}`).toBeGreaterThan(20)
  },
)
