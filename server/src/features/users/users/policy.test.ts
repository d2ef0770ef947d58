import { describe, expect, test } from 'vitest'
import {
  isReserved,
  accountState,
  statusName,
  suspensionEnd,
  wrongChosenName,
  wrongName,
  wrongNewUser,
} from './policy.ts'

describe('reserved names', () => {
  test.each(['login', 'settings', 'account-recovery', 'user12'])('%s is for nobody', (name) =>
    expect([isReserved(name, false), isReserved(name, true)]).toEqual([true, true]),
  )
  test.each(['admin', 'moderator', 'support', 'postmaster'])('%s is for admins', (name) =>
    expect([isReserved(name, false), isReserved(name, true)]).toEqual([true, false]),
  )
  test.each(['ann', 'user-12', 'admiral', 'loginn'])('%s is for everybody', (name) =>
    expect(isReserved(name, false)).toBe(false),
  )
})

describe('the end of a suspension', () => {
  const at = (date: string) => Date.parse(`${date}Z`) / 1000
  test.each([
    ['24h', '2026-03-10T12:00:00', '2026-03-11T12:00:00'],
    ['72h', '2026-03-10T12:00:00', '2026-03-13T12:00:00'],
    ['14d', '2026-03-10T12:00:00', '2026-03-24T12:00:00'],
    ['1m', '2026-03-10T12:00:00', '2026-04-10T12:00:00'],
    ['1m', '2026-01-31T12:00:00', '2026-02-28T12:00:00'],
    ['6m', '2026-08-31T12:00:00', '2027-02-28T12:00:00'],
    ['1y', '2028-02-29T12:00:00', '2029-02-28T12:00:00'],
  ] as const)('%s from %s is %s', (duration, from, until) => expect(suspensionEnd(at(from), duration)).toBe(at(until)))
  test('of one for ever is never', () => expect(suspensionEnd(at('2026-03-10T12:00:00'), 'forever')).toBe(0))
})

test.each([
  [{ status: 1, mail_status: 1 }, 1, 'normal'],
  [{ status: 1, mail_status: 2 }, 11, 'inactive'],
  [{ status: 9, mail_status: 2 }, 9, 'suspended'],
  [{ status: 10, mail_status: 1 }, 10, 'deleted'],
])('%j is %i, %s', (user, standing, name) => expect([accountState(user), statusName(user)]).toEqual([standing, name]))

test.each([
  ['Zoë Müller-Öz', []],
  ['李雷', []],
  ['x_1.y', []],
  ['a', ['field.too_short']],
  ['a'.repeat(31), ['field.too_long']],
  ['Ann <b>', ['field.bad_name']],
  ['- . _', ['field.bad_name']],
])('the display name %j: %j', (name, reasons) =>
  expect(wrongName('name', name).map(({ reason }) => reason)).toEqual(reasons),
)

test('a name that somebody chooses mixes no alphabets within a word, where that can’t be seen', () => {
  expect(wrongChosenName('name', '\u0410nn Smith')).toEqual([
    { field: 'name', reason: 'field.mixed_letters', values: { word: '\u0410nn', letter: '\u0410' } },
  ])
  for (const name of ['Анна Smith', 'Ђорђе', '李雷 Lee', 'Jürgen']) expect(wrongChosenName('name', name)).toEqual([])
  expect(wrongChosenName('name', 'a').map(({ reason }) => reason)).toEqual(['field.too_short'])
  expect(wrongName('name', '\u0410nn Smith')).toEqual([]) // brought by others
})

test('a new account is looked at field by field', () => {
  expect(wrongNewUser({ display_name: 'Gus Zephyr', email: 'gus@example.com', password: 'zephyr-gus-1' })).toEqual([])
  expect(wrongNewUser({ display_name: 'G', email: 'gus', password: 'short' }).map(({ field }) => field)).toEqual([
    'display_name',
    'email',
    'password',
  ])
  expect(wrongNewUser({ display_name: 'Gus Zephyr', email: 'gus@example.com', password: 'with a space' })).toEqual([
    { field: 'password', reason: 'field.has_spaces' },
  ])
})
