import { expect, test } from 'vitest'
import { createAllowance } from './allowance.ts'

test('a while at once is free; in the long run it is a share', () => {
  let now = 0
  const { spend } = createAllowance({ share: 0.2, burstMs: 100 }, () => now)
  expect([spend(60), spend(40)]).toEqual([0, 0])
  let spent = 100
  while (now < 60_000) {
    now += spend(30)
    spent += 30
  }
  expect(spent / now).toBeCloseTo(0.2, 2)
  now += 60_000
  expect(spend(100)).toBe(0)
})
