import type {
  Compared,
  DiffCell as Cell,
  DiffPiece as Piece,
  DiffRow,
  DiffStretch,
} from '@askwell/contract/revisions.ts'
import { diffArrays, diffWordsWithSpace } from 'diff'

/** What differs by more than that is shown as replaced, at once: comparing costs the square of it. */
const LINES_MAX = 1000
const WORDS_MAX = 400
/** The most that comparing the words of changed lines may cost, as a product of lengths; the lines after that are shown as replaced. */
const WORDS_IN_ALL = 50 * WORDS_MAX ** 2
const CHARACTERS_PER_WORD = 3
/** Lines that have less than this in common are two lines, and not one that was changed. */
const ALIKE = 0.3

const whole = (text: string, changed: boolean): Piece[] => (text === '' ? [] : [{ text, changed }])

const joined = (pieces: Piece[]) => {
  const list: Piece[] = []
  for (const piece of pieces) {
    const last = list.at(-1)
    if (last && last.changed === piece.changed) last.text += piece.text
    else list.push({ ...piece })
  }
  return list
}

const costOfWords = (before: string, after: string) =>
  Math.min(WORDS_MAX, (before.length + after.length) / CHARACTERS_PER_WORD) ** 2

/** The words that differ in two lines; undefined where hardly anything is common. */
const wordsOf = (before: string, after: string) => {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: WORDS_MAX })
  if (!parts) return undefined
  const common = parts.reduce((sum, part) => sum + (part.added || part.removed ? 0 : part.value.trim().length), 0)
  if (common < ALIKE * Math.max(before.trim().length, after.trim().length)) return undefined
  const side = (other: 'added' | 'removed') =>
    joined(
      parts.filter((part) => !part[other]).map((part) => ({ text: part.value, changed: part.added || part.removed })),
    )
  return { before: side('added'), after: side('removed') }
}

/** A changed line, or two: what is alike stands side by side. */
const pairOf = (
  before: string | undefined,
  after: string | undefined,
  numbers: { before: number; after: number },
  budget: { words: number },
): DiffRow[] => {
  const left = (pieces: Piece[]): Cell => ({ number: numbers.before, pieces })
  const right = (pieces: Piece[]): Cell => ({ number: numbers.after, pieces })
  if (before === undefined) return [{ before: null, after: right(whole(after!, true)), same: false }]
  if (after === undefined) return [{ before: left(whole(before, true)), after: null, same: false }]
  budget.words -= costOfWords(before, after)
  const words = budget.words >= 0 ? wordsOf(before, after) : undefined
  return [
    {
      before: left(words?.before ?? whole(before, true)),
      after: right(words?.after ?? whole(after, true)),
      same: false,
    },
  ]
}

/** Two texts line by line, with the words that differ within lines. The same on every machine: no clock decides. */
export const diffOf = (before: string, after: string): DiffRow[] => {
  const [a, b] = [before, after].map((text) => (text === '' ? [] : text.replace(/\r\n?/g, '\n').split('\n'))) as [
    string[],
    string[],
  ]
  const parts = diffArrays(a, b, { maxEditLength: LINES_MAX }) ?? [
    { value: a, removed: true, added: false },
    { value: b, added: true, removed: false },
  ]
  const rows: DiffRow[] = []
  const budget = { words: WORDS_IN_ALL }
  let [left, right] = [0, 0]
  for (let at = 0; at < parts.length; at++) {
    const { value, removed, added } = parts[at]!
    if (!removed && !added) {
      for (const line of value)
        rows.push({
          before: { number: ++left, pieces: whole(line, false) },
          after: { number: ++right, pieces: whole(line, false) },
          same: true,
        })
      continue
    }
    const next = parts[at + 1]
    const gone = removed ? value : next?.removed ? next.value : []
    const come = added ? value : next?.added ? next.value : []
    if (gone.length && come.length) at++
    for (let line = 0; line < Math.max(gone.length, come.length); line++) {
      const [one, other] = [gone[line], come[line]]
      rows.push(
        ...pairOf(
          one,
          other,
          { before: one === undefined ? left : ++left, after: other === undefined ? right : ++right },
          budget,
        ),
      )
    }
  }
  return rows
}

type Stretch = Omit<DiffStretch, 'count'>

const CONTEXT = 3
/** Fewer than this aren't worth hiding. */
const FOLD_FROM = 4

/** Long stretches without a change are folded away, but for the lines next to one. */
export const stretchesOf = (rows: DiffRow[]): Stretch[] => {
  const near = rows.map((_, at) => rows.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some((row) => !row.same))
  const stretches: Stretch[] = []
  rows.forEach((row, at) => {
    const folded = !near[at]
    const last = stretches.at(-1)
    if (last && last.folded === folded) last.rows.push(row)
    else stretches.push({ rows: [row], folded })
  })
  return stretches.map((stretch) =>
    stretch.folded && stretch.rows.length < FOLD_FROM ? { ...stretch, folded: false } : stretch,
  )
}

/** What a page can show of one comparison: rows, pieces of lines, characters. One changed line always fits. */
const ROWS_MAX = 300
const PIECES_MAX = 3000
const CHARACTERS_MAX = 150_000
/** A longer stretch without a change can't be unfolded. */
const FOLDED_MAX = 100

const sizeOf = ({ before, after }: DiffRow) => {
  const pieces = [...(before?.pieces ?? []), ...(after?.pieces ?? [])]
  return { pieces: pieces.length, characters: pieces.reduce((sum, { text }) => sum + text.length, 0) }
}

/** Two texts compared, as much of it as a page can show. */
export const compareTexts = (before: string, after: string): Compared => {
  const room = { rows: ROWS_MAX, pieces: PIECES_MAX, characters: CHARACTERS_MAX }
  const fits = (row: DiffRow) => {
    const { pieces, characters } = sizeOf(row)
    room.rows--
    room.pieces -= pieces
    room.characters -= characters
    return room.rows >= 0 && room.pieces >= 0 && room.characters >= 0
  }
  const stretches: DiffStretch[] = []
  let left_out = 0
  for (const { rows, folded } of stretchesOf(diffOf(before, after))) {
    const shown: DiffRow[] = []
    if (!folded || rows.length <= FOLDED_MAX) for (const row of rows) if (fits(row)) shown.push(row)
    const whole = shown.length === rows.length
    if (folded) stretches.push({ rows: whole ? shown : [], folded, count: rows.length })
    else {
      if (shown.length) stretches.push({ rows: shown, folded, count: rows.length })
      left_out += rows.length - shown.length
    }
  }
  return { stretches, left_out }
}
