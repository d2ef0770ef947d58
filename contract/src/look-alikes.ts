// Letters of one alphabet that pass for letters of another: `аpple` with a Cyrillic `а` is not `apple`, and nobody sees it.
// After Unicode Technical Standard 39, but by words: `sql-запрос` is an honest name, and so are `TNFα`, `Tシャツ` and `PHPшник`.

type Alphabet = 'Latin' | 'Cyrillic' | 'Greek'

/** Those that look like letters of Latin. Capitals are told apart where only they do. */
const LIKE_LATIN: Record<'Cyrillic' | 'Greek', string> = {
  Cyrillic: 'аеорсухѕіјһӏԁԛԝѵүАВЕКМНОРСТУХЅІЈҺӀԀԚԜѴҮ',
  Greek: 'ονυϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ',
}
/** `I` is no letter of Cyrillic, but written for `Ӏ` where keyboards lack it. */
const LATIN_LIKE: Record<'Cyrillic' | 'Greek', string> = {
  Cyrillic: 'aceijopsxyABCEHJKMOPSTXY',
  Greek: 'ovuABEZHIKMNOPTYX',
}
/** Alphabets that nobody writes in one word with these. */
const APART = /[\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Deseret}]/u

const SCRIPTS: [Alphabet, RegExp][] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
]
const alphabetOf = (letter: string) => SCRIPTS.find(([, script]) => script.test(letter))?.[0]

/** `𝐚` and `ａ`, which are other characters than `a`. */
const isDressed = (letter: string) =>
  /[\p{Ll}\p{Lu}]/u.test(letter) &&
  letter.normalize('NFKC') !== letter.normalize('NFC') &&
  /^\p{Script=Latin}+$/u.test(letter.normalize('NFKC'))

const looksLike = (letter: string, of: Alphabet, as: Alphabet) => {
  if (of === as) return true
  if (as === 'Latin') return LIKE_LATIN[of as 'Cyrillic' | 'Greek'].includes(letter)
  return of === 'Latin' ? LATIN_LIKE[as].includes(letter) : LIKE_LATIN[of].includes(letter)
}

/** Without accents, which don't make it another letter. */
const lettersOf = (word: string) => [...word.normalize('NFD')].filter((letter) => /\p{L}/u.test(letter))

/** The letter of a word that passes for one of another alphabet, which the rest is written in. */
const strangerIn = (word: string): string | undefined => {
  const letters = lettersOf(word)
  const known = letters.flatMap((letter) => {
    const alphabet = isDressed(letter) ? undefined : alphabetOf(letter)
    return alphabet ? [{ letter, alphabet }] : []
  })
  const strange = letters.find((letter) => APART.test(letter) || isDressed(letter))
  if (strange) return known.length > 0 ? strange : undefined
  const mostFirst = Object.entries(Object.groupBy(known, ({ alphabet }) => alphabet))
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([alphabet]) => alphabet as Alphabet)
  if (mostFirst.length < 2) return undefined
  for (const as of mostFirst) {
    // An abbreviation within the word of another language.
    if (as !== 'Latin' && /[A-Z]{2}/.test(word)) continue
    if (known.every(({ letter, alphabet }) => looksLike(letter, alphabet, as)))
      return known.find(({ alphabet }) => alphabet !== as)!.letter
  }
  return undefined
}

export interface LookAlike {
  word: string
  letter: string
}

/** The first word of a name that mixes letters of several alphabets and could be read as written in one. */
export const findLookAlike = (name: string): LookAlike | null => {
  for (const word of name.split(/[^\p{L}\p{M}]+/u)) {
    const letter = strangerIn(word)
    if (letter) return { word, letter }
  }
  return null
}
