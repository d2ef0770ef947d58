import { expect, test } from 'vitest'
import { fromLocal, toLocal } from './zoned-time.ts'

test.each([
  ['2026-11-22T18:30', 'UTC', '2026-11-22T18:30:00Z'],
  ['2026-11-22T18:30', 'Europe/Berlin', '2026-11-22T17:30:00Z'],
  ['2026-07-01T00:15', 'America/New_York', '2026-07-01T04:15:00Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['2026-01-01T05:45', 'Asia/Kathmandu', '2026-01-01T00:00:00Z'],
])('%s in %s is %s, and back', (text, zone, moment) => {
  expect(fromLocal(text, zone)).toBe(Date.parse(moment) / 1000)
  expect(toLocal(Date.parse(moment) / 1000, zone)).toBe(text)
})

test('nothing is never, and nonsense no moment', () => {
  expect([fromLocal('', 'UTC'), toLocal(0, 'UTC')]).toEqual([0, ''])
  expect(fromLocal('soon', 'UTC')).toBeNaN()
})
