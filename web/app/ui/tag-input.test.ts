import { expect, it } from 'vitest'
import { wordsOf } from './tag-input.tsx'

it.each([
  ['', []],
  ['beer', ['beer']],
  ['beer, wine  c++,beer', ['beer', 'wine', 'c++']],
  [' ビール,بيرة ', ['ビール', 'بيرة']],
])('"%s" holds the tags %j', (text, expected) => {
  expect(wordsOf(text)).toEqual(expected)
})
