import { expect, test } from 'vitest'
import { createFairTime } from './fair-time.ts'

test.each([
  ['with a processor at hand all of it counts', [0, 0, 0, 0, 0], 1000],
  ['what it waited for a processor doesn’t', [0, 150, 300, 450, 600], 400],
  ['a tenth counts however long it waited', [200, 400, 600, 800, 5000], 100],
])('%s', (_, waited, ms) => {
  let now = 0
  const fair = createFairTime(() => now)
  for (const sum of waited) {
    now += 200
    fair.look(sum)
  }
  expect(fair.ms()).toBeCloseTo(ms)
})

test('a second counts where the site itself didn’t get to look for longer', () => {
  let now = 0
  const fair = createFairTime(() => now)
  now = 60_000
  fair.look(0)
  expect(fair.ms()).toBe(1000)
})
