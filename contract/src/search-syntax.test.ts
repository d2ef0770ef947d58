import { expect, test } from 'vitest'
import { createdRange, isEmptySearch, parseSearch, type SearchQuery } from './search-syntax.ts'

const nothing: SearchQuery = {
  words: [],
  phrases: [],
  either: [],
  tags: [],
  code: [],
  code_languages: [],
  without: [],
  without_tags: [],
}

test.each([
  ['', {}],
  ['   ', {}],
  ['two words', { words: ['two', 'words'] }],
  ['the same the same', { words: ['the', 'same'] }],
  ['[a] [b] [c] [d] [e] [f]', { tags: ['a', 'b', 'c', 'd', 'e'] }],
  ['one two three four five six', { words: ['one', 'two', 'three', 'four', 'five', 'six'] }],
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
  ['is:closed', { closed: true }],
  ['is:open is:question', { closed: false, is: 'question' }],
  [
    'yeast -bread -"dry hop" -[Cider Making]',
    { words: ['yeast'], without: ['bread', 'dry hop'], without_tags: ['cider-making'] },
  ],
  ['gcc --version - x', { words: ['gcc', '--version', '-', 'x'] }],
  ['wheat OR rye malt', { either: [['wheat', 'rye']], words: ['malt'] }],
  [
    'a OR b OR "c d" e OR f',
    {
      either: [
        ['a', 'b', 'c d'],
        ['e', 'f'],
      ],
    },
  ],
  ['OR a or b OR', { words: ['OR', 'a', 'or', 'b'] }],
  ['[x] OR y', { tags: ['x'], words: ['OR', 'y'] }],
  ['lang:C++ vector', { code_languages: ['c++'], words: ['vector'] }],
  ['tag:Lager -tag:x', { tags: ['lager'], without_tags: ['x'] }],
  ['lang: x', { words: ['lang:', 'x'] }],
  ['in:title hops', { in_title: true, words: ['hops'] }],
  ['in:body', { words: ['in:body'] }],
  ['created:2024-01..', { created: '2024-01..' }],
  ['created:2024-13', { words: ['created:2024-13'] }],
  ['created:..', { words: ['created:..'] }],
  ['is:constructor', { words: ['is:constructor'] }],
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

test.each([
  ['2024', { from: 1704067200, before: 1735689600 }],
  ['2024-02', { from: 1706745600, before: 1709251200 }],
  ['2024-02-29', { from: 1709164800, before: 1709251200 }],
  ['2023..2024-02', { from: 1672531200, before: 1709251200 }],
  ['2024-12..', { from: 1733011200 }],
  ['..2024', { before: 1735689600 }],
  ['2023-02-29', undefined],
  ['2024-00', undefined],
  ['2024-1', undefined],
  ['soon..2024', undefined],
  ['2022..2023..2024', undefined],
])('created:%s is a time', (text, range) => expect(createdRange(text)).toEqual(range))
