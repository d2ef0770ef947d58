import type { AlsoSearched, SearchHit } from '@askwell/contract/search.ts'
import { fold, terms } from '../../../lib/text-terms.ts'
import type { TypedWord } from './vocabulary/meant-words.ts'

/** How a term is most often written in these texts. */
const asWritten = (texts: string[], language: string) => {
  const counts = new Map<string, Map<string, number>>()
  for (const text of texts)
    for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
      const [term, ...more] = terms(word, language)
      if (!term || more.length) continue
      const forms = counts.get(term) ?? new Map<string, number>()
      counts.set(term, forms.set(fold(word), (forms.get(fold(word)) ?? 0) + 1))
    }
  return (term: string) => [...(counts.get(term) ?? [])].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** For each word that was also taken for another: the commonest that the hits have. The index knows stems only, so words are read from the hits. */
export const alsoSearched = (
  words: TypedWord[],
  near: string[][],
  list: SearchHit[],
  language: string,
): AlsoSearched[] => {
  const written = asWritten(
    list.flatMap(({ object }) => [object.title, object.excerpt]),
    language,
  )
  return words.flatMap(({ typed }, at) => {
    const found = near[at]?.map(written).find(Boolean)
    return found ? [{ typed, word: found }] : []
  })
}
