import { expect, test } from 'vitest'
import { partsOf } from './search-parts.ts'

test('a search is taken apart, and each part can be left out', () => {
  expect(partsOf('skunk [beer] score:10')).toEqual([
    { kind: 'word', value: 'skunk', without: '[beer] score:10' },
    { kind: 'tag', value: 'beer', without: 'skunk score:10' },
    { kind: 'score', value: 10, without: 'skunk [beer]' },
  ])
})

test.each([
  ['user:bo', 'user'],
  ['is:answer', 'answer'],
  ['views:5', 'views'],
  ['answers:2', 'answers'],
  ['answers:0', 'no_answers'],
  ['"two words"', 'phrase'],
  ['hasaccepted:yes', 'accepted'],
  ['hasaccepted:no', 'not_accepted'],
  ['isaccepted:yes', 'is_accepted'],
  ['isaccepted:no', 'is_not_accepted'],
  ['inquestion:17', 'in_question'],
])('%s is understood', (q, kind) => expect(partsOf(q)).toMatchObject([{ kind, without: '' }]))
