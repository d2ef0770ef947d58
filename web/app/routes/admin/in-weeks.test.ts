import { describe, expect, test } from 'vitest'
import { inWeeks } from './in-weeks.ts'

const days = (values: number[]) => values.map((value, at) => ({ at, value }))

describe('days as weeks', () => {
  test('add up, end with the last day and begin with a whole week', () => {
    expect(inWeeks(days([9, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2]))).toEqual([
      { at: 1, value: 7 },
      { at: 8, value: 14 },
    ])
  })
  test('fewer than seven are no week', () => {
    expect(inWeeks(days([1, 2, 3]))).toEqual([])
  })
})
