import type { Change, Selected } from './markdown-edit.ts'
import { isTableRow } from './text-lines.ts'

// Loaded with CodeMirror, or with the first table: who has a Tab key has it.

interface Line {
  text: string
  start: number
}

const isRow = ({ text }: Line) => isTableRow(text)
const isRule = ({ text }: Line) => /^ {0,3}\|(?:\s*:?-+:?\s*\|)+\s*$/.test(text)

const linesOf = (text: string) => {
  let start = 0
  return text.split('\n').map((line): Line => {
    const one = { text: line, start }
    start += line.length + 1
    return one
  })
}

/** The rows around the cursor that make a table with head and rule. */
const tableAt = (lines: Line[], at: number) => {
  let first = at
  let last = at
  while (first > 0 && isRow(lines[first - 1]!)) first--
  while (last < lines.length - 1 && isRow(lines[last + 1]!)) last++
  const rows = isRow(lines[at]!) ? lines.slice(first, last + 1) : []
  return rows.length > 1 && isRule(rows[1]!) ? rows : null
}

/** Where the words of each cell begin and end. */
const cellsOf = ({ text, start }: Line): [number, number][] => {
  const bars = [...text.matchAll(/(?<!\\)\|/g)].map(({ index }) => index)
  return bars.slice(0, -1).map((bar, at) => {
    const inner = text.slice(bar + 1, bars[at + 1])
    const words = inner.trim()
    const from = start + bar + 1 + (words ? inner.indexOf(words) : Math.min(1, inner.length))
    return [from, from + words.length]
  })
}

const go = ([from, to]: [number, number]): Change => ({ from, to: from, insert: '', select: [from, to] })

/** Tab goes from cell to cell, and from the last one into a new row. Null: the cursor is in no table, or before its first cell. */
export function stepInTable({ text, from, to }: Selected, back: boolean): Change | null {
  const lines = linesOf(text)
  const at = lines.findLastIndex(({ start }) => start <= from)
  const rows = tableAt(lines, at)
  if (!rows || text.slice(from, to).includes('\n')) return null
  const cells = rows.filter((row) => !isRule(row)).flatMap(cellsOf)
  const now = cells.findLastIndex(([start]) => start <= from)
  const next = cells[back ? now - 1 : now + 1]
  if (next) return go(next)
  if (back) return null
  const last = rows.at(-1)!
  const end = last.start + last.text.length
  const row = `\n|${'  |'.repeat(cellsOf(rows[0]!).length)}`
  return { from: end, to: end, insert: row, select: [end + 3, end + 3] }
}

export const TABLE_ACTS = ['row_below', 'column_after', 'delete_row', 'delete_column'] as const
export type TableAct = (typeof TABLE_ACTS)[number]

const wordsOf = ({ text }: Line) =>
  text
    .trim()
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

/** Which row and column the cursor is in; the rule belongs to the head. */
const placeIn = (rows: Line[], at: number) => {
  const row = rows.findLastIndex(({ start }) => start <= at)
  const before = rows[row]!.text.slice(0, at - rows[row]!.start)
  const column = Math.max(0, [...before.matchAll(/(?<!\\)\|/g)].length - 1)
  return { row: row === 1 ? 0 : row, column: Math.min(column, wordsOf(rows[0]!).length - 1) }
}

const changed = (cells: string[][], act: TableAct, { row, column }: { row: number; column: number }) => {
  const blank = cells[0]!.map(() => '')
  switch (act) {
    case 'row_below': {
      const next = Math.max(2, row + 1)
      return { cells: cells.toSpliced(next, 0, blank), row: next, column: 0 }
    }
    case 'column_after':
      return {
        cells: cells.map((line, at) => line.toSpliced(column + 1, 0, at === 1 ? '---' : '')),
        row,
        column: column + 1,
      }
    case 'delete_row':
      return row < 2
        ? null
        : { cells: cells.toSpliced(row, 1), row: row < cells.length - 1 ? row : row > 2 ? row - 1 : 0, column }
    case 'delete_column':
      if (cells[0]!.length < 2) return null
      return { cells: cells.map((line) => line.toSpliced(column, 1)), row, column: Math.max(0, column - 1) }
  }
}

/** What a button does to the table around the cursor. Null: there is none, or the head and the last column stay. */
export function changeTable({ text, from }: Selected, act: TableAct): Change | null {
  const lines = linesOf(text)
  const rows = tableAt(
    lines,
    lines.findLastIndex(({ start }) => start <= from),
  )
  if (!rows) return null
  const width = wordsOf(rows[0]!).length
  const cells = rows.map((line) => Array.from({ length: width }, (_, at) => wordsOf(line)[at] ?? ''))
  const next = changed(cells, act, placeIn(rows, from))
  if (!next) return null
  const written = next.cells.map((line) => `| ${line.join(' | ')} |`)
  const [first, last] = [rows[0]!, rows.at(-1)!]
  const above = written.slice(0, next.row).reduce((sum, line) => sum + line.length + 1, first.start)
  const left = next.cells[next.row]!.slice(0, next.column).reduce((sum, cell) => sum + cell.length + 3, 2)
  const at = above + left
  return {
    from: first.start,
    to: last.start + last.text.length,
    insert: written.join('\n'),
    select: [at, at + next.cells[next.row]![next.column]!.length],
  }
}

/** Whether the cursor is in a table. */
export const isInTable = ({ text, from }: Selected) => {
  const lines = linesOf(text)
  return (
    tableAt(
      lines,
      lines.findLastIndex(({ start }) => start <= from),
    ) !== null
  )
}
