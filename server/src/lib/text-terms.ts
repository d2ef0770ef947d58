import { stemmerFor } from './stemmers.ts'

const LONGEST = 64
const ASCII = /^[\0-\x7f]*$/

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
  if (ASCII.test(text)) return text.toLowerCase()
  const lower = text
    .replace(MANY_MARKS, '$1')
    .replace(/[\u00bc-\u00be\u2150-\u215e]/g, ' $&')
    .normalize('NFKC')
    .toLowerCase() // 6½ is not 61
  if (ASCII.test(lower)) return lower
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
const SIMPLE = /^[a-z0-9]*$/

/** Words between white space and their terms, as they were lately: few make up most of all texts. */
const KEPT_MAX = 50_000
/** Longer ones, cut out of a text, would keep the whole of it in memory. */
const SHORT = 12
const createCache = <T>(make: (text: string) => T) => {
  const kept = new Map<string, T>()
  return (text: string) => {
    let made = kept.get(text)
    if (made !== undefined) return made
    made = make(text)
    if (text.length > SHORT) return made
    if (kept.size === KEPT_MAX) kept.clear()
    kept.set(text, made)
    return made
  }
}

const createAnalysis = (language: string) => {
  const stem = language ? stemmerFor(language) : undefined
  const stemmed = (word: string) => {
    const short = cut(word)
    return cut(/\p{N}/u.test(short) || !stem ? short : stem(short) || short)
  }
  const stemOf = createCache(stemmed)
  return {
    /** Of what stands between white space; null where that isn't all ASCII. */
    inAscii: createCache((part): string[] | null => {
      if (SIMPLE.test(part)) return part ? [stemmed(part)] : []
      return ASCII.test(part) ? (part.match(ASCII_WORDS) ?? []).flatMap(simpleWords).map(stemmed) : null
    }),
    inOthers: (run: string) =>
      [...segmenter.segment(run)].flatMap(({ segment, isWordLike }) =>
        isWordLike ? (SIMPLE.test(segment) ? [segment] : simpleWords(segment)).map(stemOf) : [],
      ),
  }
}
const analyses = new Map<string, ReturnType<typeof createAnalysis>>()
const analysisOf = (language: string) => {
  const known = analyses.get(language) ?? createAnalysis(language)
  analyses.set(language, known)
  return known
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
export const terms = (text: string, language = ''): string[] => {
  const { inAscii, inOthers } = analysisOf(language)
  const folded = fold(text.toWellFormed()).slice(0, MOST_FOLDED).toWellFormed()
  const found: string[] = []
  const isAscii = ASCII.test(folded)
  if (!isAscii) for (const [run] of folded.matchAll(UNSPACED)) for (const term of pairs(run)) found.push(term)
  if (/\.[a-z0-9]|\+\+|#/.test(folded)) for (const [name] of folded.matchAll(NAMES)) found.push(cut(name))
  let others = ''
  const tellOthers = () => {
    for (const term of inOthers(others)) found.push(term)
    others = ''
  }
  for (const part of (isAscii ? folded : folded.replace(UNSPACED, ' ')).split(/[ \t\n\r]+/)) {
    const known = inAscii(part)
    if (known === null) {
      others += `${part} `
      continue
    }
    if (others && known.length) tellOthers()
    for (const term of known) found.push(term)
  }
  if (others) tellOthers()
  return found
}
