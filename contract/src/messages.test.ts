import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FLAG_REASONS, needsRemark, reasonsFor, placeholderOf, reasonWords } from './flag-reasons.ts'
import type { KeyIn, MessageKey } from './message-keys.ts'
import { LEVELS, PRIVILEGES } from './privileges.ts'
import { ROLE } from './roles.ts'
import { REASONS } from './reasons.ts'
import { MEMBER_ACTIONS } from './shapes.ts'

const words = (area: string) =>
  JSON.parse(readFileSync(new URL(`../../locales/en_US/${area}.json`, import.meta.url), 'utf8')) as Record<
    string,
    string
  >
const keys = (area: string) => Object.keys(words(area)).sort()

test('every reason has its words, and no others', () => expect(keys('reasons')).toEqual([...REASONS].sort()))

test('every privilege, level and tip has its words', () =>
  expect(keys('privileges')).toEqual(
    [...Object.keys(PRIVILEGES), ...LEVELS.map((level) => `level.${level}`), 'needs_rank', 'needs_role'].sort(),
  ))

test('every role has a name and a description', () =>
  expect(keys('roles')).toEqual(
    Object.keys(ROLE)
      .flatMap((role) => [`${role}.description`, `${role}.name`])
      .sort(),
  ))

test('every action has a word for its button', () => expect(keys('actions')).toEqual([...MEMBER_ACTIONS].sort()))

test('every flag reason has a name and a description, and a placeholder where something is to be written', () => {
  const wanted = Object.keys(FLAG_REASONS)
    .map(Number)
    .flatMap((id) => [
      reasonWords(id, 'name'),
      reasonWords(id, 'description'),
      ...(needsRemark(id) ? [placeholderOf(id)!] : []),
      // Where something is closed for it, some say something else.
      reasonWords(id, 'description', true),
      ...(needsRemark(id) ? [placeholderOf(id, true)!] : []),
    ])
  expect(keys('flag_reasons').map((key) => `flag_reasons.${key}`)).toEqual([...new Set(wanted)].sort())
})

test.each([
  ['question', 'close', [60, 63, 64, 59]],
  ['comment', 'flag', [57, 58, 59, 62]],
  ['user', 'status', [66, 70, 69, 71]],
  ['user', 'flag', []],
  ['tag', 'constructor', []],
])('reasons to %s.%s', (type, action, ids) => expect(reasonsFor(type, action)).toEqual(ids))

test('a key that is in no file of messages does not compile', () => {
  const asked: KeyIn<'questions'>[] = [
    'order_active',
    // @ts-expect-error: there is no such order
    'order_backwards',
  ]
  const votes: MessageKey[] = [
    'review.reason.held',
    // @ts-expect-error: an area needs a key
    'review',
  ]
  expect([...asked, ...votes]).toHaveLength(4)
})
