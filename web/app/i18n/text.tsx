import { formatNumber, intlTag, formatMessage, type Values, type Messages } from '@askwell/contract/text.ts'
import { bundleOf, type MessageArea } from '@askwell/contract/message-bundles.ts'
import type { KeyIn } from '@askwell/contract/message-keys.ts'
import { createContext, type ReactNode, use } from 'react'
import { preloadModule } from 'react-dom'
import { messagesAddress, messagesArrive } from './messages.ts'

interface Language {
  language: string
  messages: Messages
  /** On the server: where browsers find the same messages. */
  place?: string
}

const LanguageContext = createContext<Language>({ language: 'en_US', messages: {} })

export const LanguageProvider = ({ children, ...value }: Language & { children: ReactNode }) => (
  <LanguageContext value={value}>{children}</LanguageContext>
)

export type Translate<Area extends MessageArea> = (key: KeyIn<Area>, values?: Values) => string

/** The one way to messages: `useText('votes')('up')` is the text `up` of locales/…/votes.json. A page that comes to need more messages than it has is rendered once they are there. */
export const useText = <Area extends MessageArea>(area: Area): Translate<Area> => {
  const { language, messages, place } = use(LanguageContext)
  if (place) preloadModule(messagesAddress(place, bundleOf(area)), { as: 'script' })
  else if (typeof window !== 'undefined') {
    const arrive = messagesArrive(area)
    if (arrive) use(arrive)
  }
  return (key, values) => formatMessage(messages, language, `${area}.${key}`, values)
}

/** The language as Intl wants it, and numbers as this language writes them. */
export const useLanguage = () => {
  const { language } = use(LanguageContext)
  return { language, tag: intlTag(language), number: (value: number) => formatNumber(language, value) }
}
