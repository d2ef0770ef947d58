import { createRequire } from 'node:module'

/** ISO 639 code → the stemmer's name. */
const NAMES: Record<string, string> = {
  ar: 'arabic',
  bg: 'bulgarian',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'indian',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  uk: 'ukrainian',
}

export type Stem = (word: string) => string

const require = createRequire(import.meta.url) // loaded when a site first needs it: there are 27, and most sites use one
const load = (code: string | undefined): Stem | null =>
  code && NAMES[code] ? (require(`@orama/stemmers/${NAMES[code]}`) as { stemmer: Stem }).stemmer : null

const ready = new Map<string, Stem>()

const build = (language: string): Stem => {
  const { language: code, script } = new Intl.Locale(language.replace('_', '-')).maximize()
  const own = load(code)
  // Sites in other scripts write their technical words in Latin letters, and mostly in English.
  const latin = script === 'Latn' ? own : load('en')
  return (word) => (/^[a-z]+$/.test(word) ? latin : own)?.(word) ?? word
}

/** How words of a site in this language (`en_US`) are brought to their stems. */
export const stemmerFor = (language: string) => {
  let stem = ready.get(language)
  if (!stem) ready.set(language, (stem = build(language)))
  return stem
}
