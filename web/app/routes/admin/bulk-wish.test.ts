import { expect, test } from 'vitest'
import { wishIn } from './bulk-wish.ts'

const at = (text: string) => Date.parse(text) / 1000
const search = (text: string) => new URLSearchParams(text)

test.each([
  ['UTC', '2026-03-29T00:00:00Z', '2026-03-30T00:00:00Z'],
  ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['America/New_York', '2026-03-29T04:00:00Z', '2026-03-30T04:00:00Z'],
  ['Asia/Kolkata', '2026-03-28T18:30:00Z', '2026-03-29T18:30:00Z'],
])('days begin and end where the site is, in %s', (timeZone, since, until) => {
  const days = { since: at(since), until: at(until) }
  const all = search('kind=question&act=delete&all=on&since=2026-03-29&until=2026-03-29')
  expect(wishIn(all, timeZone)).toMatchObject({ filter: days })
  const sweep = search('kind=user&act=sweep&pick=2&what=posts&since_day=2026-03-29&until_day=2026-03-29')
  expect(wishIn(sweep, timeZone)).toMatchObject({ options: days })
})

test('where no day is given there is no bound', () =>
  expect(wishIn(search('kind=question&act=delete&all=on'), 'Asia/Tokyo')).toMatchObject({
    filter: { since: 0, until: 0 },
  }))
