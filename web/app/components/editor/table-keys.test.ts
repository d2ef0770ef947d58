import { expect, it } from 'vitest'
import { changeTable, stepInTable, type TableAct } from './table-keys.ts'

/** `‹` and `›` stand where the selection begins and ends. */
const after = (marked: string, back = false) => {
  const from = marked.indexOf('‹')
  const to = marked.indexOf('›') - 1
  const text = marked.replace(/[‹›]/g, '')
  const change = stepInTable({ text, from, to }, back)
  if (!change) return null
  const next = text.slice(0, change.from) + change.insert + text.slice(change.to)
  const [start, end] = change.select
  return `${next.slice(0, start)}‹${next.slice(start, end)}›${next.slice(end)}`
}
const table = (rows: string) => `words\n\n| a | b\\|c |\n| --- | --- |\n${rows}`

it.each([
  ['to the next cell', '| ‹›a | b |\n| - | - |\n| c | d |', '| a | ‹b› |\n| - | - |\n| c | d |'],
  ['over the rule', '| a | ‹b› |\n| - | - |\n| c | d |', '| a | b |\n| - | - |\n| ‹c› | d |'],
  ['into an empty cell', table('| ‹c› |  |'), table('| c | ‹› |')],
  ['into a new row', table('| c | d‹› |\n\nend'), table('| c | d |\n| ‹› |  |\n\nend')],
  ['nowhere outside of a table', 'a ‹› | b |', null],
  ['nowhere in rows without a rule', '| a‹› | b |\n| c | d |', null],
])('Tab leads %s', (_, before, expected) => {
  expect(after(before)).toBe(expected)
})

it('Shift+Tab leads back, and out before the first cell', () => {
  expect(after('| a | b |\n| - | - |\n| ‹c› | d |', true)).toBe('| a | ‹b› |\n| - | - |\n| c | d |')
  expect(after('| ‹a› | b |\n| - | - |\n| c | d |', true)).toBeNull()
})

const TABLE = 'Above\n\n| a | b |\n| --- | :-: |\n| 1 | 2 |\n\nBelow'
const applied = (act: TableAct, at: string, text = TABLE) => {
  const from = text.indexOf(at)
  const change = changeTable({ text, from, to: from }, act)
  if (!change) return null
  const next = text.slice(0, change.from) + change.insert + text.slice(change.to)
  return { table: next.split('\n').slice(2, -2).join('\n'), selected: next.slice(...change.select) }
}

it.each([
  ['row_below', 'a |', '| a | b |\n| --- | :-: |\n|  |  |\n| 1 | 2 |', ''],
  ['row_below', '1 |', '| a | b |\n| --- | :-: |\n| 1 | 2 |\n|  |  |', ''],
  ['column_after', '1 |', '| a |  | b |\n| --- | --- | :-: |\n| 1 |  | 2 |', ''],
  ['column_after', 'b |', '| a | b |  |\n| --- | :-: | --- |\n| 1 | 2 |  |', ''],
  ['delete_row', '2 |', '| a | b |\n| --- | :-: |', 'b'],
  ['delete_column', 'b |', '| a |\n| --- |\n| 1 |', 'a'],
] as const)('%s at "%s"', (act, at, table, selected) => {
  expect(applied(act, at)).toEqual({ table, selected })
})

it('the head stays, and so does the last column; outside of a table nothing happens', () => {
  expect(applied('delete_row', 'a |')).toBeNull()
  expect(applied('delete_column', 'a', '| a |\n| --- |')).toBeNull()
  expect(applied('row_below', 'Above')).toBeNull()
})

it('a bar with a backslash is part of its cell', () => {
  expect(applied('column_after', 'x', 'A\n\n| x \\| y | b |\n| --- | --- |\n\nB')?.table).toBe(
    '| x \\| y |  | b |\n| --- | --- | --- |',
  )
})
