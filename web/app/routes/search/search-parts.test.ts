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
  ['a OR "b c"', 'either'],
  ['-word', 'without'],
  ['-"two words"', 'without'],
  ['-[tag]', 'without_tag'],
  ['is:closed', 'closed'],
  ['is:open', 'open'],
  ['in:title', 'in_title'],
  ['created:2024..', 'created'],
  ['score:abc', 'misread'],
  ['created:2018-13-45', 'misread'],
  ['Is:nothing', 'misread'],
  ['foo:bar', 'word'],
])('%s is understood', (q, kind) => expect(partsOf(q)).toMatchObject([{ kind, without: '' }]))

test('what is left out leaves the other parts as they were written', () => {
  const q = 'wheat OR "rye malt" -"dry hop" -[cider]'
  expect(partsOf(q).map(({ without }) => without)).toEqual([
    '-"dry hop" -[cider]',
    'wheat OR "rye malt" -[cider]',
    'wheat OR "rye malt" -"dry hop"',
  ])
})
