import { endOfLine, startOfLine } from './text-lines.ts'
import type { Change, Selected } from './markdown-edit.ts'

export type LineTool = 'heading' | 'quote' | 'list' | 'numbered' | 'task'

interface LineMark {
  put: (indent: string, words: string, number: number) => string
  has: RegExp
  /** What it takes the place of; the indent stays. */
  instead: RegExp
  /** Empty lines between: one quote goes on over them. */
  blank?: string
}

const LISTED = /^(\s*)(?:[-*+]|\d{1,9}[.)])(?:\s+\[[ xX]\])?\s+/
const MARKS: Record<LineTool, LineMark> = {
  heading: { put: (_, words) => `## ${words}`, has: /^\s*#{1,6} /, instead: /^(\s*)#{1,6} +/ },
  quote: { put: (indent, words) => `> ${indent}${words}`, has: /^ {0,3}>/, instead: /^( {0,3})> ?/, blank: '>' },
  list: { put: (indent, words) => `${indent}- ${words}`, has: /^\s*[-*+] (?!\[[ xX]\] )/, instead: LISTED },
  numbered: {
    put: (indent, words, number) => `${indent}${number}. ${words}`,
    has: /^\s*\d{1,9}[.)] /,
    instead: LISTED,
  },
  task: { put: (indent, words) => `${indent}- [ ] ${words}`, has: /^\s*[-*+] \[[ xX]\] /, instead: LISTED },
}

/** Adds a mark before each selected line that has words, or takes it away where all of them have it. */
export const markLines = (tool: LineTool, { text, from, to }: Selected, sample: string): Change => {
  const { put, has, instead, blank = '' } = MARKS[tool]
  const start = startOfLine(text, from)
  // Where a line is selected with its end, the next one isn't meant.
  const end = endOfLine(text, to > from && text[to - 1] === '\n' ? to - 1 : to)
  const each = text.slice(start, end).split('\n')
  const worded = each.filter((line) => line.trim())
  if (worded.length === 0) {
    const insert = put('', sample, 1)
    return {
      from: start,
      to: endOfLine(text, start),
      insert,
      select: [start + insert.length - sample.length, start + insert.length],
    }
  }
  const off = worded.every((line) => has.test(line))
  const isEdge = (place: number) => place < each.indexOf(worded[0]!) || place > each.lastIndexOf(worded.at(-1)!)
  let number = 0
  const insert = each
    .map((line, place) => {
      if (!line.trim()) return isEdge(place) ? line : blank || line
      number++
      const left = line.replace(instead, '$1')
      if (off) return left
      return has.test(line) ? line : put(/^\s*/.exec(left)![0], left.trimStart(), number)
    })
    .join('\n')
  const stop = start + insert.length
  return { from: start, to: end, insert, select: from === to ? [stop, stop] : [start, stop] }
}
