import { formatNumber, intlTag, translate, type Values, type Words } from '@askwell/contract/text.ts'
import { createContext, type ReactNode, use } from 'react'

interface Language {
  language: string
  words: Words
}

const LanguageContext = createContext<Language>({ language: 'en_US', words: {} })

export const LanguageProvider = ({ children, ...value }: Language & { children: ReactNode }) => (
  <LanguageContext value={value}>{children}</LanguageContext>
)

export type Say = (key: string, values?: Values) => string

/** The one way to words: `useText('votes')('up')` is the text `up` of locales/…/votes.json. */
export const useText = (area: string): Say => {
  const { language, words } = use(LanguageContext)
  return (key, values) => translate(words, language, `${area}.${key}`, values)
}

/** For code that runs outside components, such as `meta`. */
export const textIn =
  ({ language, words }: Language, area: string): Say =>
  (key, values) =>
    translate(words, language, `${area}.${key}`, values)

/** The language as Intl wants it, and numbers as this language writes them. */
export const useLanguage = () => {
  const { language } = use(LanguageContext)
  return { language, tag: intlTag(language), number: (value: number) => formatNumber(language, value) }
}
