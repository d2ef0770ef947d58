import { expect, it } from 'vitest'
import { formatDuration } from './format-duration.ts'

const HOUR = 3600
const DAY = 24 * HOUR

it.each([
  [0, null],
  [HOUR - 1, null],
  [HOUR, '1 hour'],
  [5 * HOUR + 3599, '5 hours'],
  [DAY, '24 hours'],
  [DAY + 1, '1 day'],
  [3 * DAY - 1, '2 days'],
  [400 * DAY, '400 days'],
])('%i seconds are "%s"', (seconds, expected) => {
  expect(formatDuration('en-US', seconds)).toBe(expected)
})

it('speaks the language', () => {
  expect([formatDuration('de-DE', 2 * HOUR), formatDuration('de-DE', 3 * DAY)]).toEqual(['2 Stunden', '3 Tage'])
})
