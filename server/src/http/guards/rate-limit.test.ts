import { ATTEMPTS, RATES } from '@askwell/contract/limits.ts'
import { describe, expect, test } from 'vitest'
import { createAttempts, createRates } from './rate-limit.ts'

const counted = (factor = 1) => {
  let now = 1000
  const rates = createRates(factor, () => now)
  const ask = (person: number | undefined, ip: string, rate: keyof typeof RATES = 'login') => {
    try {
      rates(rate, person, ip)
      return 0
    } catch (error) {
      expect(error).toMatchObject({ kind: 'too-many', reason: 'base.too_many_requests' })
      return (error as { data: { retry_after: number } }).data.retry_after
    }
  }
  /** How often it goes well before it is refused. */
  const allowed = (person: number | undefined, ip: (n: number) => string, rate?: keyof typeof RATES) => {
    for (let n = 0; n < 10_000; n++) if (ask(person, ip(n), rate)) return n
    return Infinity
  }
  return {
    ask,
    allowed,
    pass: (seconds: number) => {
      now += seconds
    },
  }
}
const { calls, seconds } = RATES.login

describe('how often one may ask', () => {
  test('a person: so often, wherever they are', () =>
    expect(counted().allowed(7, (n) => `10.0.${n >> 8}.${n & 255}`)).toBe(calls))
  test('anonymous visitors behind one address: as often as one person', () =>
    expect(counted().allowed(undefined, () => '192.0.2.1')).toBe(calls))
  test('members behind one address: five times as often together, so that an office can work', () => {
    const { ask } = counted()
    let went = 0
    for (let person = 1; person <= 100; person++) for (let n = 0; n < calls; n++) if (!ask(person, '192.0.2.1')) went++
    expect(went).toBe(calls * 5)
  })
  test('each kind of call counts by itself', () => {
    const { ask, allowed } = counted()
    allowed(7, () => '192.0.2.1')
    expect(ask(7, '192.0.2.1', 'read')).toBe(0)
  })
  test('past the limit one is told when to come again, and may then', () => {
    const { ask, allowed, pass } = counted()
    allowed(undefined, () => '192.0.2.1')
    expect(ask(undefined, '192.0.2.1')).toBe(seconds)
    pass(seconds - 1)
    expect(ask(undefined, '192.0.2.1')).toBe(1)
    pass(1)
    expect(ask(undefined, '192.0.2.1')).toBe(0)
  })
  test.each([
    [2, calls * 2],
    [0.5, calls / 2],
    [0, Infinity],
  ])('a factor of %d allows %d', (factor, number) =>
    expect(counted(factor).allowed(undefined, () => '192.0.2.1')).toBe(number),
  )

  test.each([
    ['two addresses of one IPv6 network', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['an IPv4 address written as IPv6', '::ffff:192.0.2.1', '192.0.2.1', true],
    ['two IPv6 networks', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['two IPv4 addresses', '192.0.2.1', '192.0.2.2', false],
  ])('%s: together? %s and %s', (_, one, other, together) => {
    const { ask, allowed } = counted()
    allowed(undefined, () => one)
    expect(ask(undefined, other) > 0).toBe(together)
  })
})

describe('how often one account may be tried', () => {
  const { fromOneNetwork, fromAll } = ATTEMPTS.login
  const trying = (factor = 1) => {
    let now = 1000
    const attempts = createAttempts(factor, () => now)
    const isRefused = (account: string, ip: string) => {
      try {
        attempts.begin('login', account, ip)
        return false
      } catch (error) {
        expect(error).toMatchObject({ kind: 'too-many', data: { retry_after: expect.any(Number) } })
        return true
      }
    }
    const allowed = (account: string, ip: (n: number) => string) => {
      for (let n = 0; n < 1000; n++) if (isRefused(account, ip(n))) return n
      return Infinity
    }
    return {
      ...attempts,
      isRefused,
      allowed,
      pass: (seconds: number) => {
        now += seconds
      },
    }
  }
  const elsewhere = (n: number) => `10.0.${n >> 8}.${n & 255}`

  test('from one network', () => expect(trying().allowed('ann@example.com', () => '192.0.2.1')).toBe(fromOneNetwork))
  test('from all networks together', () => expect(trying().allowed('ann@example.com', elsewhere)).toBe(fromAll))
  test('others are tried by themselves', () => {
    const { allowed, isRefused } = trying()
    allowed('ann@example.com', () => '192.0.2.1')
    expect(isRefused('bob@example.com', '192.0.2.1')).toBe(false)
  })
  test('after a while again', () => {
    const { allowed, isRefused, pass } = trying()
    allowed('ann@example.com', elsewhere)
    pass(ATTEMPTS.login.seconds)
    expect(isRefused('ann@example.com', '192.0.2.1')).toBe(false)
  })
  test('the owner still gets in where they have been before, however many guess elsewhere', () => {
    const { allowed, isRefused, succeeded } = trying()
    succeeded('login', 'ann@example.com', '192.0.2.1')
    allowed('ann@example.com', elsewhere)
    expect(isRefused('ann@example.com', '192.0.2.1')).toBe(false)
    expect(isRefused('ann@example.com', '192.0.2.2')).toBe(true)
  })
  test('a successful login resets the count', () => {
    const { isRefused, succeeded } = trying()
    for (let n = 0; n < 3 * fromOneNetwork; n++) {
      expect(isRefused('ann@example.com', '192.0.2.1')).toBe(false)
      if (n % 5 === 4) succeeded('login', 'ann@example.com', '192.0.2.1')
    }
  })
  test.each([
    [2, fromOneNetwork * 2],
    [0, Infinity],
  ])('a factor of %d allows %d', (factor, number) =>
    expect(trying(factor).allowed('ann@example.com', () => '192.0.2.1')).toBe(number),
  )
})
