import { expect, test } from 'vitest'
import { endOf, type Period, startOf } from './periods.ts'

const at = (text: string) => Date.parse(`${text}Z`) / 1000

test.each<[Period, string, string, string]>([
  ['day', '2026-11-22T19:30', '2026-11-22', '2026-11-23'],
  ['week', '2026-11-22T23:59', '2026-11-16', '2026-11-23'],
  ['week', '2026-11-23T00:00', '2026-11-23', '2026-11-30'],
  ['week', '1970-01-01T00:00', '1969-12-29', '1970-01-05'],
  ['month', '2026-12-31T12:00', '2026-12-01', '2027-01-01'],
  ['year', '2024-02-29T12:00', '2024-01-01', '2025-01-01'],
])('the %s of %s begins on %s, and the next one on %s', (period, time, start, next) => {
  expect(startOf(period, at(time))).toBe(at(`${start}T00:00`))
  expect(endOf(period, startOf(period, at(time)))).toBe(at(`${next}T00:00`))
})

test('all time begins at 0 and has no end', () => {
  expect([startOf('all', at('2026-11-22T19:30')), endOf('all', 0)]).toEqual([0, Infinity])
})
