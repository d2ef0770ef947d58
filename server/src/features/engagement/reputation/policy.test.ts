import { describe, expect, test } from 'vitest'
import { bearableLoss, fittingGain } from './policy.ts'

describe('the daily limit of 200', () => {
  test.each([
    { gained: 0, due: 10, gets: 10 },
    { gained: 190, due: 10, gets: 10 },
    { gained: 195, due: 10, gets: 5 },
    { gained: 199, due: 10, gets: 1 },
    { gained: 200, due: 10, gets: 0 },
    { gained: 260, due: 10, gets: 0 },
  ])('lets $gets of $due through after $gained', ({ gained, due, gets }) => {
    expect(fittingGain(due, gained)).toBe(gets)
  })
})

describe('a loss', () => {
  test.each([
    { rank: 100, due: -2, costs: -2 },
    { rank: 3, due: -2, costs: -2 },
    { rank: 2, due: -2, costs: -1 },
    { rank: 1, due: -2, costs: 0 },
    { rank: 0, due: -2, costs: 0 },
    { rank: 8, due: -10, costs: -7 },
  ])('of $due costs $costs with $rank', ({ rank, due, costs }) => {
    expect(bearableLoss(due, rank)).toBe(costs)
  })
})
