import { expect, it } from 'vitest'
import { formatCount } from './format-count.ts'

it.each([
  [0, '0'],
  [-3, '−3'],
  [9999, '9,999'],
  [10_000, '10.0k'],
  [12_345, '12.3k'],
  [999_999, '999.9k'],
  [1_000_000, '1.0m'],
  [98_812_345, '98.8m'],
])('%i is written %s', (value, expected) => {
  expect(formatCount('en-US', value)).toBe(expected)
})

it('uses the marks of the language', () => {
  expect(formatCount('de-DE', 12_345)).toBe('12,3k')
})
