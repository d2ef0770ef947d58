import type { Change, Selected } from './markdown-edit.ts'
import { isTableRow, linesOf, startOfLine } from './text-lines.ts'

// Emphasis ends with its paragraph: of a selection over several each gets marks of its own.

/** What begins a line, and isn't words: of quotes, items, tasks and headings. */
const SIGNS = /^(?:\s*(?:>|(?:[-*+]|\d{1,9}[.)]|#{1,6})(?=\s))(?:\s+\[[ xX]\](?=\s))?)*\s*/
/** Rules and underlines of headings. */
const NO_WORDS = /^[-=_*\s]*$/

type Piece = [from: number, to: number]

/** What of the selection gets marks of its own. */
const piecesOf = ({ text, from, to }: Selected) => {
  const pieces: Piece[] = []
  let open: Piece | undefined
  for (const { line, start, chosen, isCode } of linesOf(text, from, to)) {
    const [signs = ''] = (start === startOfLine(text, start) ? SIGNS : /^\s*/).exec(chosen)!
    const words = chosen.slice(signs.length).trimEnd()
    const end = start + signs.length + words.length
    const isSeveralCells = isTableRow(line) && words.includes('|')
    if (isCode || isSeveralCells || NO_WORDS.test(words)) open = undefined
    else if (open && !signs.trim()) open[1] = end
    else {
      const piece: Piece = [start + signs.length, end]
      pieces.push(piece)
      open = SIGNS.exec(line)![0].includes('#') ? undefined : piece
    }
  }
  return pieces
}

/** Of the stars beside words one or three make them italic, two or three bold. */
const carries = (run: number, mark: string) => (mark === '*' ? run % 2 === 1 : run >= mark.length)
const leading = (text: string, mark: string) => {
  let run = 0
  while (text[run] === mark[0]) run++
  return run
}
const trailing = (text: string, mark: string) => {
  let run = 0
  while (run < text.length && text.at(-1 - run) === mark[0]) run++
  return run
}

const isMarked = (words: string, mark: string) => {
  const inner = words.slice(mark.length, -mark.length)
  return (
    words.length > 2 * mark.length &&
    carries(leading(words, mark), mark) &&
    carries(trailing(words, mark), mark) &&
    !(mark === '*' ? inner.replaceAll('**', '') : inner).includes(mark)
  )
}

/** Marks don't nest: words that are marked in part are marked as a whole. */
const marked = (words: string, mark: string) =>
  isMarked(words, mark) ? words : mark + (mark.length > 1 ? words.replaceAll(mark, '') : words) + mark

const eachOf = (text: string, pieces: Piece[], change: (words: string) => string) => {
  const [from, to] = [pieces[0]![0], pieces.at(-1)![1]]
  let at = from
  let insert = ''
  for (const [start, end] of pieces) {
    insert += text.slice(at, start) + change(text.slice(start, end))
    at = end
  }
  return { from, to, insert }
}

/** Adds marks around what is selected, or takes them away where all of it has them. Null: there is nothing that could have them. */
export const around = (selected: Selected, mark: string, sample: string): Change | null => {
  const { text, from, to } = selected
  const before = carries(trailing(text.slice(Math.max(0, from - 4), from), mark), mark)
  const isWithin = before && carries(leading(text.slice(to, to + 4), mark), mark)
  const wide = { text, from: from - mark.length, to: to + mark.length }
  if (!text.slice(from, to).trim()) {
    if (isWithin && from === to) return { from: wide.from, to: wide.to, insert: '', select: [wide.from, wide.from] }
    const start = to + mark.length
    return { from: to, to, insert: mark + sample + mark, select: [start, start + sample.length] }
  }
  for (const chosen of isWithin ? [wide, selected] : [selected]) {
    const pieces = piecesOf(chosen)
    if (pieces.length === 0 || !pieces.every((piece) => isMarked(text.slice(...piece), mark))) continue
    const change = eachOf(text, pieces, (words) => words.slice(mark.length, -mark.length))
    return { ...change, select: [change.from, change.from + change.insert.length] }
  }
  const pieces = piecesOf(selected)
  if (pieces.length === 0) return null
  const change = eachOf(text, pieces, (words) => marked(words, mark))
  const edge = pieces.length === 1 ? mark.length : 0
  return { ...change, select: [change.from + edge, change.from + change.insert.length - edge] }
}
