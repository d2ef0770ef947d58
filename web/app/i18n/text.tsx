import { formatNumber, intlTag, translate, type Values, type Words } from '@askwell/contract/text.ts'
import { bundleOf, type WordArea } from '@askwell/contract/word-bundles.ts'
import { createContext, type ReactNode, use } from 'react'
import { preloadModule } from 'react-dom'
import { wordsAddress, wordsArrive } from './words.ts'

interface Language {
  language: string
  words: Words
  /** On the server: where browsers find the same words. */
  place?: string
}

const LanguageContext = createContext<Language>({ language: 'en_US', words: {} })

export const LanguageProvider = ({ children, ...value }: Language & { children: ReactNode }) => (
  <LanguageContext value={value}>{children}</LanguageContext>
)

export type Say = (key: string, values?: Values) => string

/** The one way to words: `useText('votes')('up')` is the text `up` of locales/…/votes.json. A page that comes to need more words than it has is drawn once they are there. */
export const useText = (area: WordArea): Say => {
  const { language, words, place } = use(LanguageContext)
  if (place) preloadModule(wordsAddress(place, bundleOf(area)), { as: 'script' })
  else if (typeof window !== 'undefined') {
    const arrive = wordsArrive(area)
    if (arrive) use(arrive)
  }
  return (key, values) => translate(words, language, `${area}.${key}`, values)
}

/** The language as Intl wants it, and numbers as this language writes them. */
export const useLanguage = () => {
  const { language } = use(LanguageContext)
  return { language, tag: intlTag(language), number: (value: number) => formatNumber(language, value) }
}
