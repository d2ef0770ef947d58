import { expect, test } from 'vitest'
import { type Mention, mentionAt } from './mentions.ts'

const mentionsIn = (text: string) =>
  Array.from(text.matchAll(/@/g), ({ index }) => mentionAt(text, index)).filter(
    (found): found is Mention => found !== null,
  )

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

test('a name of nothing but stops is none, however long', () =>
  expect(mentionsIn(`@${'.'.repeat(1_000_000)}a`)).toEqual([]))
