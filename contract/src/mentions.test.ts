import { expect, test } from 'vitest'
import { mentionBefore, mentionsIn } from './mentions.ts'

test.each([
  ['@ann', ['ann']],
  ['hello @ann, and @bob.', ['ann', 'bob']],
  ['@Ann_B.c-d!', ['ann_b.c-d']],
  ['(@ann) "@bob" *@cyd*', ['ann', 'bob', 'cyd']],
  ['[@ann](/users/ann)', ['ann']],
  ['@ann @ann', ['ann', 'ann']],
  ['write to ann@example.com', []],
  ['npm i @scope/package', []],
  ['https://example.com/@ann', []],
  ['@a', []],
  ['@..', []],
  ['@', []],
  [`@${'x'.repeat(31)}`, []],
  ['ありがとう@ann', ['ann']],
])('%j mentions %j', (text, names) => expect(mentionsIn(text).map((m) => m.username)).toEqual(names))

test('a mention says where it stands', () => {
  const text = 'hello @ann.'
  const [mention] = mentionsIn(text)
  expect(text.slice(mention!.start, mention!.end)).toBe('@ann')
})

test.each([
  ['hello @', '', 6],
  ['hello @An', 'an', 6],
  ['@an', 'an', 0],
  ['mail@an', null, null],
  ['hello @an ', null, null],
  ['hello', null, null],
])('typing %j', (text, username, start) =>
  expect(mentionBefore(text, text.length)).toEqual(username === null ? null : { username, start, end: text.length }),
)

test('what stands behind the caret doesn’t count', () =>
  expect(mentionBefore('@annabel', 3)).toEqual({ username: 'an', start: 0, end: 3 }))

test('a name of nothing but stops is none, however long', () =>
  expect(mentionsIn(`@${'.'.repeat(1_000_000)}a`)).toEqual([]))
