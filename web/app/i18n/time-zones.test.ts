import { describe, expect, test, vi } from 'vitest'
import { timeZones } from './time-zones.ts'

describe('time zones to choose from', () => {
  const summer = new Date('2026-07-01T00:00:00Z')
  const labelOf = (zone: string, at = summer) => timeZones('UTC', at).find(({ value }) => value === zone)

  test('stand under their continent, with their distance from UTC on that day', () => {
    expect(labelOf('Europe/Berlin')).toEqual({ value: 'Europe/Berlin', label: 'Berlin (UTC+02:00)', group: 'Europe' })
    expect(labelOf('Europe/Berlin', new Date('2026-12-01T00:00:00Z'))!.label).toBe('Berlin (UTC+01:00)')
    expect(labelOf('America/North_Dakota/Center')!.label).toBe('North Dakota/Center (UTC-05:00)')
  })

  test('begin with UTC, and have the one in use under the name it was saved by', () => {
    const zones = timeZones('Asia/Kolkata', summer).map(({ value }) => value)
    expect(zones[0]).toBe('UTC')
    expect(zones.filter((zone) => zone === 'Asia/Kolkata')).toHaveLength(1)
  })

  test('have one that is known elsewhere, by its name alone', () => {
    expect(timeZones('Europe/Atlantis', summer)[1]).toEqual({ value: 'Europe/Atlantis', label: 'Europe/Atlantis' })
    expect(timeZones('', summer).map(({ value }) => value)).not.toContain('')
  })

  test('are named once an hour', () => {
    const named = vi.spyOn(Intl, 'DateTimeFormat')
    timeZones('UTC', new Date('2027-01-01T10:00:00Z'))
    const times = named.mock.calls.length
    timeZones('UTC', new Date('2027-01-01T10:59:00Z'))
    expect([times > 100, named.mock.calls.length]).toEqual([true, times])
    named.mockRestore()
  })
})
