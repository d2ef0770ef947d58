import { excerpt } from './plain-text.ts'
import { remembering } from './memoize.ts'
import { terms } from './text-terms.ts'

const EXCERPT = 240
const LEAD = 80

/** Texts of one site use the same words again and again. */
const termsOfWord = remembering<readonly string[]>(20_000, terms)

/** The terms that were looked for, in the language of the index. */
export interface Searched {
  words: string[]
  language: string
}

/** A part of a text on one line: around the first of the words, or else its beginning. */
export const excerptAround = (plain: string, { words, language }: Searched) => {
  const wanted = new Set(words)
  const text = plain.replace(/\s+/g, ' ')
  let at = 0
  if (wanted.size)
    for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}+#.'’]+/gu)) {
      if (!termsOfWord(word, language).some((term) => wanted.has(term))) continue
      at = index
      break
    }
  if (at <= LEAD) return excerpt(text, EXCERPT)
  const start = text.indexOf(' ', at - LEAD) + 1
  const from = start > 0 && start <= at ? start : at - LEAD
  return `…${excerpt(text.slice(from), EXCERPT - 1)}`
}
