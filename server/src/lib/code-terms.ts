import { fold, terms } from './text-terms.ts'

// What is written as programs have it: names of several parts, found whole and by each part, and the words within code.

/** `foo_bar`, `std::vector`, `Foo->bar`: parts that make one name. */
const JOINED = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:(?:_+|::|->)[\p{L}\p{N}]+)+/gu
/** `useEffect`, `XMLHttpRequest`: parts that begin with a capital. */
const HUMPED = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}]*\p{Ll}\p{Lu}[\p{L}\p{N}]*/gu
const HUMP = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu
const LONGEST = 64

const folded = (name: string) => fold(name).replace(/_+/g, '_').slice(0, LONGEST)

/** A name as one term, if this is one of several parts. */
export const wholeName = (word: string) => {
  const [name] = word.match(JOINED) ?? []
  return name === word ? folded(name) : undefined
}

/** Beside its plain terms, what a text with such names is found by; at its end, where it tears no phrase apart. */
export const nameTerms = (text: string, language: string) => {
  const names = new Set<string>()
  for (const [name] of text.matchAll(JOINED)) names.add(folded(name))
  const parts = new Set<string>()
  for (const [name] of text.matchAll(HUMPED)) for (const [part] of name.matchAll(HUMP)) parts.add(part)
  for (const part of parts) for (const term of terms(part, language)) names.add(term)
  return [...names]
}

/** A term of a search for words within code. */
export const codeTerm = (term: string) => `code:${term}`

/** A term of a search for posts with code in this language. */
export const languageTerm = (name: string) =>
  `lang:${name
    .toLowerCase()
    .replace(/[^\w+#.-]+/g, '-')
    .slice(0, LONGEST)}`

/** The words within the code of a text, each once, to be found by `code:`. */
export const codeTerms = (code: string, language: string) =>
  [...new Set([...terms(code, language), ...nameTerms(code, language)])].map(codeTerm)
