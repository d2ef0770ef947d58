import { expect, it } from 'vitest'
import { absoluteTime, relativeTime } from './format-time.ts'

const now = 1_795_217_434
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

it.each([
  [0, 'now'],
  [-20, 'now'],
  [1, '1s ago'],
  [12, '12s ago'],
  [59, '59s ago'],
  [MINUTE, '1m ago'],
  [3 * MINUTE, '3m ago'],
  [2 * HOUR + 59 * MINUTE, '2h ago'],
  [30 * HOUR, 'yesterday'],
  [3 * DAY, '3 days ago'],
  [7 * DAY, null],
  [-DAY, null],
])('%i seconds ago is "%s"', (age, expected) => {
  expect(relativeTime('en-US', now - age, now)).toBe(expected)
})

it('speaks the language', () => {
  expect(relativeTime('de-DE', now - 5 * MINUTE, now)).toBe('vor 5 Min.')
})

it('writes the moment in the given time zone', () => {
  const newYear = Date.UTC(2026, 0, 1) / 1000
  expect(absoluteTime('en-US', 'UTC', newYear, 'date')).toBe('Jan 1, 2026')
  expect(absoluteTime('en-US', 'America/New_York', newYear, 'date')).toBe('Dec 31, 2025')
  expect(absoluteTime('de-DE', 'Europe/Berlin', newYear, 'exact')).toBe('01.01.2026, 01:00')
})
