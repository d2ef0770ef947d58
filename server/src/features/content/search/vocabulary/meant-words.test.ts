import { expect, test } from 'vitest'
import { isOneSlip } from './meant-words.ts'

test.each([
  ['yeast', 'yest', true],
  ['yeast', 'yeaast', true],
  ['yeast', 'yeest', true],
  ['yeast', 'yaest', true],
  ['yeast', 'tyeas', false],
  ['yeast', 'yeas', true],
  ['yeast', 'yea', false],
  ['yeast', 'tsaey', false],
  ['日本語', '日本', true],
])('%s for %s is one slip: %s', (one, other, is) => {
  expect([isOneSlip(one, other), isOneSlip(other, one)]).toEqual([is, is])
})
