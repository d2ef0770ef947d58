import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { formatMessage, type Values, type Messages } from '@askwell/contract/text.ts'
import type { MessageKey } from '@askwell/contract/message-keys.ts'
import { MESSAGE_BUNDLES, type MessageBundle } from '@askwell/contract/message-bundles.ts'
import { whenNeeded } from './lazy.ts'

const FOLDER = join(import.meta.dirname, '../../../locales')
export const DEFAULT_LANGUAGE = 'en_US'

const readLanguage = (language: string): Messages => {
  const messages: Messages = {}
  for (const file of readdirSync(join(FOLDER, language))) {
    if (!file.endsWith('.json')) continue
    const area = file.slice(0, -'.json'.length)
    for (const [key, text] of Object.entries(
      JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')) as Messages,
    ))
      messages[`${area}.${key}`] = text
  }
  return messages
}

/** The languages in locales/, each with all its messages. Read once: they only change with the program. */
export const LANGUAGES = new Map(
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => [entry.name, readLanguage(entry.name)]),
)

export const messagesOf = (language: string) => LANGUAGES.get(language) ?? LANGUAGES.get(DEFAULT_LANGUAGE)!

const textOf = (language: string, key: string, values?: Values) => {
  const text = formatMessage(messagesOf(language), language, key, values)
  return text === key ? formatMessage(messagesOf(DEFAULT_LANGUAGE), DEFAULT_LANGUAGE, key, values) : text
}

/** A message in a language; in English if that language lacks it. */
export const translate: (language: string, key: MessageKey, values?: Values) => string = textOf

/** The text of a refusal. Reasons may come from a plugin too, so they are names that no type knows. */
export const translateReason = (language: string, reason: string, values?: Values) =>
  textOf(language, `reasons.${reason}`, values)

/** What a plugin and its settings are called; it brings the names. */
export const translatePlugin = (language: string, key: string) => textOf(language, `plugins.${key}`)

/** Messages that only the server uses; the pages get them in replies. */
const SERVER_AREAS =
  /^(reasons|profile|discovery|mail|install_content|flag_reasons|privileges|roles|actions|plugins|badge_names|settings_search)\./

/** As they go over the line. Packed when they are first asked for, by a thread of their own: those of a language take half a second. */
type Sendable = Record<'html' | 'br' | 'gzip', () => Promise<Buffer>>

interface PageMessages {
  messages: Messages
  hash: string
  bundles: Record<MessageBundle, Sendable>
}
const ready = new Map<string, PageMessages>()

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) }

const sendable = (script: Buffer): Sendable => ({
  html: async () => script,
  br: whenNeeded(() => pack.br(script)),
  gzip: whenNeeded(() => pack.gzip(script)),
})

/** The messages of the pages: as an object for rendering here, as scripts that browsers cache. */
export const pageMessages = (language: string): PageMessages => {
  const made = ready.get(language)
  if (made) return made
  const messages = Object.fromEntries(
    Object.entries({ ...messagesOf(DEFAULT_LANGUAGE), ...messagesOf(language) }).filter(
      ([key]) => !SERVER_AREAS.test(key),
    ),
  )
  const hash = createHash('sha256')
  const bundles = Object.fromEntries(
    Object.entries(MESSAGE_BUNDLES).map(([bundle, areas]) => {
      const some = Object.entries(messages).filter(([key]) =>
        (areas as readonly string[]).includes(key.split('.', 1)[0]!),
      )
      const script = Buffer.from(`export default ${JSON.stringify(Object.fromEntries(some))}`)
      hash.update(script)
      return [bundle, sendable(script)]
    }),
  ) as PageMessages['bundles']
  const fresh = { messages, hash: hash.digest('hex').slice(0, 12), bundles }
  ready.set(language, fresh)
  return fresh
}

/** A language's name in itself: Deutsch, 日本語. The region is named only where there are several of one language. */
export const languageName = (language: string) => {
  const [base] = language.split('_')
  const several = [...LANGUAGES.keys()].filter((other) => other.startsWith(`${base}_`)).length > 1
  const tag = several ? language.replace('_', '-') : base!
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? language
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
