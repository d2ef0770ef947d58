import { expect, test } from 'vitest'
import { agoOf, durationOf, formatCount } from './format.ts'

test.each([
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1000, '1,000'],
  [9999, '9,999'],
  [10_000, '10.0k'],
  [12_345, '12.3k'],
  [12_399, '12.3k'],
  [999_999, '999.9k'],
  [1_000_000, '1.0m'],
  [1_234_567, '1.2m'],
  [-3, '-3'],
  [-12_345, '-12.3k'],
])('%i is shown as %s', (count, shown) => expect(formatCount('en_US', count)).toBe(shown))

test('numbers are written as the language does', () => {
  expect(formatCount('de_DE', 9999)).toBe('9.999')
  expect(formatCount('de_DE', 12_345)).toBe('12,3k')
})

const HOUR = 3600
test.each([
  [0, 'less_than_hour', 0],
  [HOUR - 1, 'less_than_hour', 0],
  [HOUR, 'hours', 1],
  [2 * HOUR - 1, 'hours', 1],
  [24 * HOUR, 'hours', 24],
  [24 * HOUR + 1, 'days', 1],
  [48 * HOUR, 'days', 2],
  [100 * HOUR, 'days', 4],
])('%i seconds last %s %i', (seconds, unit, count) => expect(durationOf(seconds)).toEqual({ unit, count }))

test.each([
  [0, 'now', 0],
  [-5, 'now', 0],
  [1, 'seconds', 1],
  [59, 'seconds', 59],
  [60, 'minutes', 1],
  [3599, 'minutes', 59],
  [3600, 'hours', 1],
  [86_399, 'hours', 23],
  [86_400, 'date', 0],
])('%i seconds ago is %s %i', (seconds, unit, count) =>
  expect(agoOf(1_000_000, 1_000_000 + seconds)).toEqual({ unit, count }),
)
