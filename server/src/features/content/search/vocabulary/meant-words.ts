import type { Db } from '../../../../db/dialect.ts'
import { countTerms } from '../queries.ts'
import type { Row } from '../sqlite.ts'
import { terms } from '../../../../lib/text-terms.ts'
import { compoundsWith, hasCompounds, partsOf } from './compounds.ts'
import { findKnown, findNear, isOrdinary, LEAST, lengthOf } from './queries.ts'

// Which words of the index a word may have been meant to be: with a letter wrong, or not written to its end.

/** A letter left out, added, exchanged for another, or two that changed places. */
export const isOneSlip = (one: string, other: string) => {
  const [a, b] = [[...one], [...other]].sort((x, y) => x.length - y.length) as [string[], string[]]
  if (b.length - a.length > 1) return false
  let first = 0
  while (first < a.length && a[first] === b[first]) first++
  let last = 0
  while (last < a.length - first && a.at(-1 - last) === b.at(-1 - last)) last++
  const [restA, restB] = [a.length - first - last, b.length - first - last]
  if (restB <= 1) return true
  return restA === 2 && restB === 2 && a[first] === b[first + 1] && a[first + 1] === b[first]
}

/** A stem is shorter than the word, but not by much. */
const STEM_SHARE = 0.6
const SHORTEST_STEM = 4
/** Shorter beginnings are one slip away from too much. */
const LEAST_BEFORE_SLIP = 5
const MOST_NEAR = 8
/** Of how many neighbours it is counted how often they occur. */
const MOST_COUNTED = 40
/** A word that is in the index is one all the same, unless a neighbour is this much commoner. */
const FAR_COMMONER = 8
/** Commoner than this makes no difference. */
const COMMON = 400

/** Terms that a word begins with: the stem of `fermentat` may be `ferment`, which the stemmer only sees in whole words. */
const beginnings = (word: string) => {
  const letters = [...word]
  const least = Math.max(SHORTEST_STEM, Math.ceil(letters.length * STEM_SHARE))
  return letters.slice(least).map((_, at) => letters.slice(0, least + at).join(''))
}

/** A word of a search as it was typed, the same folded, its stem, and whether it may go on. */
export interface TypedWord {
  typed: string
  asked: string
  term: string
  /** Of a name like `foo_bar`: what it is made of. */
  parts?: string[]
  begun: boolean
}

export interface Meant {
  /** What the word may have been meant to be, itself included. */
  rows: Row[]
  /** The two words that it is written together from. */
  parts: string[]
  /** Words that are written together from it and others before it. */
  compounds: string[]
  /** Of these, the terms that are one slip away, the commonest first. */
  near: string[]
}

/** Terms one slip away from the word or its stem, and, if there are none, from one of its beginnings; the commonest first. */
const nearTerms = async (db: Db, { asked, term }: TypedWord) => {
  const within = async (words: string[]) => {
    const ordinary = words.filter(isOrdinary)
    if (ordinary.length === 0) return []
    return (await findNear(db, ordinary)).filter(
      (other) => other !== term && other !== asked && ordinary.some((word) => isOneSlip(other, word)),
    )
  }
  const first = await within([...new Set([asked, term])])
  const found = first.length
    ? first
    : await within(beginnings(asked).filter((beginning) => lengthOf(beginning) >= LEAST_BEFORE_SLIP))
  const counts = await countTerms(db, [term, ...found.slice(0, MOST_COUNTED)], COMMON)
  const own = counts.get(term) ?? 0
  return [...counts]
    .filter(([other, count]) => other !== term && count > 0 && count >= own * FAR_COMMONER)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_NEAR)
    .map(([other]) => other)
}

/** What a word may become that isn't written to its end: it goes on, or it is the stem of another one, or goes beyond that. */
export const begunWord = async (db: Db, { asked, term }: Pick<TypedWord, 'asked' | 'term'>): Promise<Row[]> => {
  const stems = beginnings(asked)
  const known = await findKnown(db, stems)
  const stem = stems.findLast((beginning) => known.has(beginning))
  return [
    { terms: [term] },
    ...(lengthOf(term) >= LEAST ? [{ terms: [term], begun: true }] : []),
    ...(stem ? [{ terms: [stem] }] : []),
  ]
}

export const meantWords = async (db: Db, word: TypedWord, language: string): Promise<Meant> => {
  const { asked, term, parts, begun } = word
  const rows: Row[] = [{ terms: [term] }]
  if (parts?.length) rows.push({ terms: parts })
  if (begun && lengthOf(term) >= LEAST) rows.push({ terms: [term], begun: true })
  if (!isOrdinary(asked)) return { rows, near: [], parts: [], compounds: [] }
  const [halves, compounds] = hasCompounds(language)
    ? [await partsOf(db, asked, (part) => terms(part, language)[0] ?? part), await compoundsWith(db, term)]
    : [[], []]
  const stems = beginnings(asked)
  const known = await findKnown(db, [term, ...stems])
  const stem = known.has(term) && !begun ? undefined : stems.findLast((beginning) => known.has(beginning))
  if (stem) rows.push({ terms: [stem] })
  const near = await nearTerms(db, word)
  const others = [...compounds, ...near].map((other) => ({ terms: [other] }))
  return { rows: [...rows, ...others], near, parts: halves, compounds }
}
