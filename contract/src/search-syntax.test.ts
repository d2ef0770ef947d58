import { expect, test } from 'vitest'
import { isEmptySearch, parseSearch, type SearchQuery } from './search-syntax.ts'

const nothing: SearchQuery = { words: [], phrases: [], tags: [] }

test.each([
  ['', {}],
  ['   ', {}],
  ['two words', { words: ['two', 'words'] }],
  ['the same the same', { words: ['the', 'same'] }],
  ['one two three four five six', { words: ['one', 'two', 'three', 'four', 'five'] }],
  ['[beer] [Home Brewing]', { tags: ['beer', 'home-brewing'] }],
  ['[c++][c#] x', { tags: ['c++', 'c#'], words: ['x'] }],
  ['[] x', { words: ['[]', 'x'] }],
  ['"a whole phrase" and more', { phrases: ['a whole phrase'], words: ['and', 'more'] }],
  ['"" "  " x', { words: ['x'] }],
  ['"unfinished phrase', { words: ['unfinished', 'phrase'] }],
  ['user:Ann.B', { user: 'Ann.B' }],
  ['user:me score:3', { user: 'me', score: 3 }],
  ['score:-2 views:100 answers:0', { score: -2, views: 100, answers: 0 }],
  ['is:question yeast', { is: 'question', words: ['yeast'] }],
  ['IS:Answer', { is: 'answer' }],
  ['hasaccepted:no', { has_accepted: false }],
  ['isaccepted:yes', { is_accepted: true }],
  ['inquestion:D1i2', { in_question: 'D1i2' }],
  ['is:sideways', { words: ['is:sideways'] }],
  ['score:many', { words: ['score:many'] }],
  ['accepted:yes', { words: ['accepted:yes'] }],
  ['user:', { words: ['user:'] }],
  ['constructor:x', { words: ['constructor:x'] }],
  ['https://example.com/a', { words: ['https://example.com/a'] }],
  ['score:1 score:5', { score: 5 }],
  [
    '[beer] user:ann is:question score:3 "dry hop" cold',
    { tags: ['beer'], user: 'ann', is: 'question', score: 3, phrases: ['dry hop'], words: ['cold'] },
  ],
] as [string, Partial<SearchQuery>][])('%j', (text, expected) =>
  expect(parseSearch(text)).toEqual({ ...nothing, ...expected }),
)

test.each([
  ['', true],
  ['""', true],
  ['x', false],
  ['[x]', false],
  ['is:answer', false],
])('%j has nothing to search for: %s', (text, empty) => expect(isEmptySearch(parseSearch(text))).toBe(empty))
