/** Scripts without spaces between words: there a search term may stand anywhere in a row of letters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const LEAST_STEM = 3
const LEAST_CHANGED_STEM = 4
const MOST_ENDING = 4

/** Without accents; elsewhere marks are part of the letter. */
const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')

const sameStart = (one: string, other: string) => {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

/** Whether two words look like forms of one: `skunk` and `skunked`, `story` and `stories`. The server alone knows the language; this only colours. */
const isForm = (word: string, wanted: string) => {
  const same = sameStart(word, wanted)
  const shorter = Math.min(word.length, wanted.length)
  const isStem = same === shorter ? same >= LEAST_STEM : same === shorter - 1 && same >= LEAST_CHANGED_STEM
  return word === wanted || (isStem && Math.max(word.length, wanted.length) - same <= MOST_ENDING)
}

export interface Piece {
  text: string
  marked: boolean
}

/** A text cut where words that were searched for begin and end. */
export const markWords = (text: string, wanted: string[]): Piece[] => {
  const words = wanted.flatMap((each) => folded(each).match(WORD) ?? [])
  const pieces: Piece[] = []
  const add = (piece: string, marked: boolean) => {
    if (!piece) return
    const last = pieces.at(-1)
    if (last?.marked === marked) last.text += piece
    else pieces.push({ text: piece, marked })
  }
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    add(text.slice(end, index), false)
    end = index + word.length
    if (UNSPACED.test(word)) for (const { part, marked } of within(word, words)) add(part, marked)
    else
      add(
        word,
        words.some((each) => isForm(folded(word), each)),
      )
  }
  add(text.slice(end), false)
  return pieces
}

const within = (row: string, words: string[]) => {
  const parts: { part: string; marked: boolean }[] = []
  for (let at = 0; at < row.length;) {
    const found = words.find((word) => row.startsWith(word, at))
    const part = found ?? String.fromCodePoint(row.codePointAt(at)!)
    parts.push({ part, marked: found !== undefined })
    at += part.length
  }
  return parts
}
