import { stemmerFor } from './stemmers.ts'

const LONGEST = 64

const APART: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ё: 'е',
}

/** More than any letter has; to bring them into their order takes the square of them. */
const MANY_MARKS = /(\p{M}{16})\p{M}+/gu
/** One character may stand for eighteen: of what a text is then, no more than this is found. */
const MOST_FOLDED = 250_000

/** Case, width, accents and vowel points out of the way, where people leave them out when they search. */
export const fold = (text: string) => {
  const lower = text
    .replace(MANY_MARKS, '$1')
    .replace(/[\u00bc-\u00be\u2150-\u215e]/g, ' $&')
    .normalize('NFKC')
    .toLowerCase() // 6½ is not 61
  if (/^[\0-\x7f]*$/.test(lower)) return lower
  return lower
    .replace(/[ßæœøłđðþıё]/g, (letter) => APART[letter]!)
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu, '$1')
    .replace(/[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u0655\u0670\u093c\p{Default_Ignorable_Code_Point}]/gu, '') // Hebrew, Arabic, Devanagari
    .normalize('NFC')
}

// No spaces between words, and no dictionary that divides a sentence and a question about it alike: pairs of letters do.
const UNSPACED =
  /[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]&&[\p{L}\p{M}\p{N}]]+/gv

const pairs = (run: string) => {
  const letters = [...run]
  return letters.flatMap((letter, at) => (at ? [letters[at - 1]! + letter, letter] : [letter]))
}

/** c++, c#, .net, node.js, 3.14: names that mean something only whole. */
const NAMES =
  /(?<![\p{L}\p{N}.])\.[a-z][a-z0-9]*|(?<![\p{L}\p{N}])[a-z][a-z0-9]*(?:\+\+|#)(?![\p{L}\p{N}])|(?<![a-z0-9])[a-z0-9]+(?:\.[a-z0-9]+)+/gu

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** `l'homme` is `homme`, `don't` is `don`, `snake_case` and `node.js` are two words, `1,000` is one. */
const simpleWords = (segment: string) => {
  if (/^\d{1,3}(,\d{3})+$/.test(segment)) return [segment.replaceAll(',', '')]
  return segment
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .flatMap((part) => {
      const [first = '', ...rest] = part.split(/['’]/)
      return rest.length && first.length <= 2 ? rest : [first]
    })
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** The same words where all is ASCII, without asking the segmenter, which takes ten times as long. */
const ASCII_WORDS = /[a-z0-9_]+(?:(?:(?<=[a-z])['.](?=[a-z])|(?<=[0-9])['.,;](?=[0-9]))[a-z0-9_]+)*/g
const ASCII = /^[\0-\x7f]*$/
const SIMPLE = /^[a-z0-9]*$/

/** Divides what lies between white space each by itself. */
const eachWord = (text: string, tell: (segment: string) => void) => {
  const apart = (run: string) => {
    for (const { segment, isWordLike } of segmenter.segment(run)) if (isWordLike) tell(segment)
  }
  let others = ''
  for (const part of text.split(/[ \t\n\r]+/)) {
    if (SIMPLE.test(part)) {
      if (others) apart(others)
      others = ''
      if (part) tell(part)
    } else if (ASCII.test(part)) {
      if (others) apart(others)
      others = ''
      for (const word of part.match(ASCII_WORDS) ?? []) tell(word)
    } else others += `${part} `
  }
  if (others) apart(others)
}

/** Stems that were looked for lately: few words make up most of all texts. */
const STEMS_MAX = 50_000
/** Longer ones, cut out of a text, would keep the whole of it in memory. */
const SHORT = 12
const stems = new Map<string, Map<string, string>>()

const stemming = (language: string | undefined) => {
  const cached = stems.get(language ?? '') ?? new Map<string, string>()
  stems.set(language ?? '', cached)
  const stem = language ? stemmerFor(language) : undefined
  const stemOf = (word: string) => cut(/\p{N}/u.test(word) || !stem ? word : stem(word) || word)
  return (word: string) => {
    let known = cached.get(word)
    if (known !== undefined) return known
    known = stemOf(cut(word))
    if (word.length > SHORT) return known
    if (cached.size === STEMS_MAX) cached.clear()
    cached.set(word, known)
    return known
  }
}

const cut = (term: string) =>
  term.length > LONGEST
    ? [...term]
        .slice(0, LONGEST)
        .join('')
        .slice(0, LONGEST)
        .toWellFormed()
        .replace(/\ufffd$/, '')
    : term

/**
 * The terms by which a text is found, in order, with repetitions: the same for stored texts and for searches, so a search
 * for words of a text finds it if all terms must be there. Letters (with their marks), digits and `+ # .`, at most 64 long.
 */
export const terms = (text: string, language?: string): string[] => {
  const stemmed = stemming(language)
  const folded = fold(text.toWellFormed()).slice(0, MOST_FOLDED).toWellFormed()
  const found: string[] = []
  const isAscii = ASCII.test(folded)
  if (!isAscii) for (const [run] of folded.matchAll(UNSPACED)) for (const term of pairs(run)) found.push(term)
  if (/\.[a-z0-9]|\+\+|#/.test(folded)) for (const [name] of folded.matchAll(NAMES)) found.push(cut(name))
  eachWord(isAscii ? folded : folded.replace(UNSPACED, ' '), (segment) => {
    if (SIMPLE.test(segment)) found.push(stemmed(segment))
    else for (const word of simpleWords(segment)) found.push(stemmed(word))
  })
  return found
}
