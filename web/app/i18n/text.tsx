import { formatNumber, intlTag, formatMessage, type Values, type Messages } from '@askwell/contract/text.ts'
import { bundleOf, type MessageArea } from '@askwell/contract/message-bundles.ts'
import { createContext, type ReactNode, use } from 'react'
import { preloadModule } from 'react-dom'
import { messagesAddress, messagesArrive } from './messages.ts'

interface Language {
  language: string
  words: Messages
  /** On the server: where browsers find the same words. */
  place?: string
}

const LanguageContext = createContext<Language>({ language: 'en_US', words: {} })

export const LanguageProvider = ({ children, ...value }: Language & { children: ReactNode }) => (
  <LanguageContext value={value}>{children}</LanguageContext>
)

export type Translate = (key: string, values?: Values) => string

/** The one way to words: `useText('votes')('up')` is the text `up` of locales/…/votes.json. A page that comes to need more words than it has is rendered once they are there. */
export const useText = (area: MessageArea): Translate => {
  const { language, words, place } = use(LanguageContext)
  if (place) preloadModule(messagesAddress(place, bundleOf(area)), { as: 'script' })
  else if (typeof window !== 'undefined') {
    const arrive = messagesArrive(area)
    if (arrive) use(arrive)
  }
  return (key, values) => formatMessage(words, language, `${area}.${key}`, values)
}

/** The language as Intl wants it, and numbers as this language writes them. */
export const useLanguage = () => {
  const { language } = use(LanguageContext)
  return { language, tag: intlTag(language), number: (value: number) => formatNumber(language, value) }
}
