import { describe, expect, test } from 'vitest'
import { completed, operatorsFor, typingAt } from './completing.ts'

describe('what is being typed in a search', () => {
  test.each([
    ['[ye', 'tag', 'ye', ''],
    ['wort -[low al', 'tag', 'low al', '-'],
    ['wort user:an', 'user', 'an', ''],
    ['wort IS', 'operator', 'is', ''],
    ['wort ', 'operator', '', ''],
  ])('%s', (text, kind, typed, before) =>
    expect(typingAt(text, text.length)).toMatchObject({ kind, typed, before, to: text.length }),
  )

  test('a phrase is text, and a tag that is written whole is done', () => {
    expect(typingAt('"is', 3)).toBe(undefined)
    expect(typingAt('[yeast]', 7)).toMatchObject({ kind: 'operator', typed: '[yeast]' })
  })
})

test('operators that begin so, but for one that is there already', () => {
  expect(operatorsFor('is:o').map(([syntax]) => syntax)).toEqual(['is:open'])
  expect(operatorsFor('in:title')).toEqual([])
})

test.each([
  ['[ye', 3, 'yeast', '[yeast] ', 8],
  ['wort -[ye', 9, 'yeast', 'wort -[yeast] ', 14],
  ['us wort', 2, 'user:', 'user: wort', 5],
  ['user:an wort', 7, 'ann', 'user:ann wort', 9],
  ['wort is', 7, 'is:open', 'wort is:open ', 13],
])('%s with the cursor at %d and %s chosen', (text, at, chosen, whole, cursor) =>
  expect(completed(text, typingAt(text, at)!, chosen)).toEqual({ text: whole, cursor }),
)
