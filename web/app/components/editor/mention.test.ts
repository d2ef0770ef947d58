import { expect, it } from 'vitest'
import { mentionAt } from './mention.ts'

it.each([
  ['@an', { from: 1, name: 'an' }],
  ['thanks @ann.b', { from: 8, name: 'ann.b' }],
  ['(@ann', { from: 2, name: 'ann' }],
  ['@', null],
  ['@ann ', null],
  ['mail@ann', null],
])('while "%s" is written, the name is %j', (text, expected) => {
  expect(mentionAt(text, text.length)).toEqual(expected)
})

it('only what stands before the cursor counts', () => {
  expect(mentionAt('@ann and more', 3)).toEqual({ from: 1, name: 'an' })
})
