import { expect, it } from 'vitest'
import { begunAt } from './begun.ts'

const all = () => true

it.each([
  ['@an', { trigger: 'members', from: 0, typed: 'an' }],
  ['thanks @ann.b', { trigger: 'members', from: 7, typed: 'ann.b' }],
  ['(@ann', { trigger: 'members', from: 1, typed: 'ann' }],
  ['@', null],
  ['@ann ', null],
  ['@ann b', null],
  ['@ann be', { trigger: 'members', from: 0, typed: 'ann be' }],
  ['@ann be so', null],
  ['mail@ann', null],
  ['see #hops', { trigger: 'questions', from: 4, typed: 'hops' }],
  ['see #which hops', { trigger: 'questions', from: 4, typed: 'which hops' }],
  ['see #which hops are so very good', null],
  ['page#hops', null],
  ['# Heading', null],
  ['well :be', { trigger: 'emoji', from: 5, typed: 'be' }],
  ['at 10:30', null],
  ['std::map', null],
  ['a :)', null],
  ['look at [[', { trigger: 'tags', from: 8, typed: '' }],
  ['[[brew', { trigger: 'tags', from: 0, typed: 'brew' }],
  ['[[two words', null],
  ['/', { trigger: 'blocks', from: 0, typed: '' }],
  ['above\n/ta', { trigger: 'blocks', from: 6, typed: 'ta' }],
  ['either/or', null],
  ['/etc/hosts', null],
  ['call `@ann', null],
  ['`a` @ann', { trigger: 'members', from: 4, typed: 'ann' }],
  ['```', { trigger: 'languages', from: 0, typed: '' }],
  ['above\n\n```ty', { trigger: 'languages', from: 7, typed: 'ty' }],
  ['```js\nlet a\n```', null],
  ['```\n@ann', null],
  ['```\n#include', null],
])('after "%s" what is begun is %j', (text, expected) => {
  expect(begunAt(text, text.length, all)).toEqual(expected)
})

it.each([
  ['by ~ca', { trigger: 'own:0', from: 3, typed: 'ca' }],
  ['(~', { trigger: 'own:0', from: 1, typed: '' }],
  ['~~ca', null],
  ['a~ca', null],
  ['~ca rt', null],
  ['`~ca', null],
  ['//ca', { trigger: 'own:1', from: 0, typed: 'ca' }],
])('after "%s" an extension of “~” and “//” completes %j', (text, expected) => {
  expect(begunAt(text, text.length, () => false, ['~', '//'])).toEqual(expected)
})

it('only what stands before the cursor counts', () => {
  expect(begunAt('@ann and more', 3, all)).toEqual({ trigger: 'members', from: 0, typed: 'an' })
})

it('what can’t be completed here is not looked for', () => {
  expect(begunAt('/ta', 3, (trigger) => trigger !== 'blocks')).toBeNull()
})
