import { describe, expect, test } from 'vitest'
import { UNCHOSEN } from './choices.ts'
import { whenTold } from './when-told.ts'

const at = (time: string) => Date.parse(`2026-03-01T${time}Z`) / 1000
const NIGHT = { ...UNCHOSEN, quiet_from: 22 * 60, quiet_to: 7 * 60 + 30, time_zone: 'Europe/Berlin' }

describe('a push or a mail is sent', () => {
  test.each([
    ['at once by day', NIGHT, '12:00:00', '12:00:00'],
    ['in the morning, if it is late', NIGHT, '21:30:20', '30:30:00'],
    ['in the morning, if it is early', NIGHT, '05:00:00', '06:30:00'],
    ['at once as soon as the quiet is over', NIGHT, '06:30:00', '06:30:00'],
    ['by the site’s clock where one has named none', { ...NIGHT, time_zone: '' }, '23:00:00', '31:30:00'],
    ['at once where one wants no quiet', UNCHOSEN, '03:00:00', '03:00:00'],
  ])('%s', (_, choices, now, then) => {
    const [hour, rest] = [Number(then.slice(0, 2)), then.slice(2)]
    const expected = at(`${String(hour % 24).padStart(2, '0')}${rest}`) + Math.floor(hour / 24) * 86_400
    expect(whenTold(choices, 'mail', 'answers', at(now), 'UTC')).toBe(expected)
  })

  test('not at all during a pause, nor of what one doesn’t want', () => {
    const now = at('12:00:00')
    expect(whenTold({ ...UNCHOSEN, muted_until: now + 1 }, 'mail', 'answers', now, 'UTC')).toBe(null)
    expect(whenTold({ ...UNCHOSEN, muted_until: now }, 'mail', 'answers', now, 'UTC')).toBe(now)
    expect(whenTold(UNCHOSEN, 'mail', 'votes', now, 'UTC')).toBe(null)
  })
})
