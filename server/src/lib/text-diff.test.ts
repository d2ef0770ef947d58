import { expect, test } from 'vitest'
import { diffOf, stretchesOf } from './text-diff.ts'

const shown = (before: string, after: string) =>
  diffOf(before, after).map((row) => {
    const side = (cell: typeof row.before) =>
      cell && `${cell.number} ${cell.pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')}`
    return row.same ? `= ${side(row.before)}` : `${side(row.before) ?? '-'} | ${side(row.after) ?? '-'}`
  })

test.for([
  ['the same text', 'one\ntwo', 'one\ntwo', ['= 1 one', '= 2 two']],
  [
    'a word that changed',
    'Does beer suffers from it?',
    'Does beer suffer from it?',
    ['1 Does beer [suffers] from it? | 1 Does beer [suffer] from it?'],
  ],
  ['a line that came', 'one\ntwo', 'one\nnew\ntwo', ['= 1 one', '- | 2 [new]', '= 2 two']],
  ['a line that went', 'one\ntwo', 'two', ['1 [one] | -', '= 2 two']],
  [
    'lines with nothing in common',
    'all of this goes',
    'quite another sentence',
    ['1 [all of this goes] | 1 [quite another sentence]'],
  ],
  ['a first text', '', 'one\ntwo', ['- | 1 [one]', '- | 2 [two]']],
  ['line ends of Windows', 'one\r\ntwo', 'one\ntwo', ['= 1 one', '= 2 two']],
] as const)('shows %s', ([, before, after, rows]) => {
  expect(shown(before, after)).toEqual(rows)
})

test('two long texts with nothing in common take no time', () => {
  const lines = (word: string) => Array.from({ length: 30_000 }, (_, n) => `${word}${n}`).join('\n')
  expect(diffOf(lines('a'), lines('b'))).toHaveLength(30_000)
})

test('what didn’t change is folded away, but for the lines next to a change', () => {
  const text = Array.from({ length: 20 }, (_, n) => `line ${n}`)
  const stretches = stretchesOf(diffOf(text.join('\n'), text.with(10, 'changed').join('\n')))
  expect(stretches.map(({ rows, folded }) => [rows.length, folded])).toEqual([
    [7, true],
    [7, false],
    [6, true],
  ])
})
