import type { Db } from '../../../../db/dialect.ts'
import { countTerms } from '../queries.ts'
import { findEnding, findKnown, isOrdinary, lengthOf } from './queries.ts'

// German and its neighbours write words together: `Bierflasche` has a `Flasche`. Which words there are the index knows; no dictionary is asked.

const COMPOUNDING = new Set(['da', 'de', 'fi', 'nb', 'nl', 'nn', 'no', 'sv'])
export const hasCompounds = (language: string) => COMPOUNDING.has(language.split('_')[0]!)

const SHORTEST_PART = 4
/** What may stand between two parts. */
const JOINTS = ['', 's', 'n', 'e', 'en', 'es', 'er']
const MOST_ENDINGS = 200
const MOST_COMPOUNDS = 8
const MUCH = 1000

/** The stems of the two words that a compound is made of, where the site uses both; the longest last one wins. */
export const partsOf = async (db: Db, word: string, stem: (word: string) => string): Promise<string[]> => {
  const letters = [...word]
  if (!isOrdinary(word) || letters.length < 2 * SHORTEST_PART) return []
  const cuts = letters.slice(SHORTEST_PART, 1 - SHORTEST_PART).map((_, at) => {
    const cut = SHORTEST_PART + at
    const first = letters.slice(0, cut).join('')
    const firsts = JOINTS.filter((joint) => first.endsWith(joint)).map((joint) =>
      stem(first.slice(0, first.length - joint.length)),
    )
    return {
      firsts: [...new Set(firsts)].filter((one) => lengthOf(one) >= SHORTEST_PART),
      last: stem(letters.slice(cut).join('')),
    }
  })
  const known = await findKnown(db, [...new Set(cuts.flatMap(({ firsts, last }) => [...firsts, last]))])
  for (const { firsts, last } of cuts) {
    const first = firsts.find((one) => known.has(one))
    if (first && known.has(last)) return [first, last]
  }
  return []
}

/** The commonest words that end with this one. */
export const compoundsWith = async (db: Db, term: string): Promise<string[]> => {
  if (!isOrdinary(term) || lengthOf(term) < SHORTEST_PART) return []
  const found = await findEnding(db, term, SHORTEST_PART, MOST_ENDINGS)
  const counts = await countTerms(db, found, MUCH)
  return [...counts]
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_COMPOUNDS)
    .map(([other]) => other)
}
