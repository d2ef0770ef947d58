import { expect, test } from 'vitest'
import { mergeContent } from '../../../lib/text-merge.ts'
import { hasMarks, merge } from './policy.ts'
import type { Text } from '../revisions/policy.ts'

const text = (content: string, title = 'A title', tags = ['a']) => ({ title, content, tags })
const merged = mergeContent
const mergedWhole = (mine: Text, base: Text, theirs: Text) =>
  merge(mine, base, theirs, mergeContent(mine.content, base.content, theirs.content))

test.for([
  ['only one side changed', 'new\nb', 'a\nb', 'a\nb', 'new\nb'],
  ['the other side changed', 'a\nb', 'a\nb', 'a\nnew', 'a\nnew'],
  ['both changed different lines', 'new\nb\nc', 'a\nb\nc', 'a\nb\nother', 'new\nb\nother'],
  ['both changed the same alike', 'same\nb', 'a\nb', 'same\nb', 'same\nb'],
  [
    'both changed different words of one line',
    'The quick brown fox jumps over it.',
    'The fast brown fox jumps over it.',
    'The fast brown fox leaps over it.',
    'The quick brown fox leaps over it.',
  ],
])('edits go together by themselves: %s', ([, mine, base, theirs, result]) => {
  expect(merged(mine!, base!, theirs!)).toMatchObject({ content: result, conflicts: 0 })
})

test('where both changed the same words, both texts stay, between marks', () => {
  const { content, conflicts } = merged('a\nmine\nc', 'a\nb\nc', 'a\ntheirs\nc')
  expect([content, conflicts]).toEqual(['a\n<<<<<<<\ntheirs\n=======\nmine\n>>>>>>>\nc', 1])
  expect(hasMarks(content)).toBe(true)
  expect(hasMarks('a\n=======\nb')).toBe(false) // a heading
})

test('a text with too many lines to be compared is a conflict as a whole, at once', () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, () => word).join('\n')
  expect(merged(lines('a'), lines('b'), lines('c')).conflicts).toBe(1)
})

test('titles and tags are merged too', () => {
  expect(
    mergedWhole(
      text('x', 'Mine', ['a', 'mine']),
      text('x', 'Base', ['a', 'old']),
      text('x', 'Base', ['a', 'old', 'theirs']),
    ),
  ).toEqual({ title: 'Mine', content: 'x', tags: ['a', 'theirs', 'mine'], conflicts: 0 })
  expect(mergedWhole(text('x', 'Base'), text('x', 'Base'), text('x', 'Theirs')).title).toBe('Theirs')
  expect(mergedWhole(text('x', 'Mine'), text('x', 'Base'), text('x', 'Theirs'))).toMatchObject({
    title: 'Mine',
    conflicts: 1,
  })
})
