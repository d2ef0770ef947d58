import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { PrivilegeSettings, Smtp } from '@askwell/contract/administration.ts'
import { LEVELS, type Privilege, PRIVILEGES, rankKey, rankNeeded } from '@askwell/contract/privileges.ts'
import { FLAG_REASONS, reasonKey, placeholderOf, reasonWords } from '@askwell/contract/flag-reasons.ts'
import type { LanguageOption, LegalText, Reason, SiteInfo } from '@askwell/contract/site.ts'
import type * as pages from '@askwell/contract/site-settings.ts'
import type { Db } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import { createMailer, type SmtpLine, type Mailer } from '../../../lib/smtp.ts'
import { composeEmail } from '../../../lib/email-layout.ts'
import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  languageName,
  pageMessages,
  translate,
  messagesOf,
} from '../../../lib/messages.ts'
import { DEFAULTS, ownFigures, type SiteSettings, STORED_SECTIONS, THEMES } from './policy.ts'
import { findSettings } from './queries.ts'

export type { SiteSettings }

const withDefaults = (saved: Record<string, unknown>) =>
  Object.fromEntries(
    STORED_SECTIONS.map((section) => [section, { ...DEFAULTS[section], ...(saved[section] as object | undefined) }]),
  ) as unknown as SiteSettings

const loaded = new WeakMap<App, Promise<SiteSettings>>()
const watched = new WeakSet<App>()

const clearOnChange = (app: App) => {
  if (watched.has(app)) return
  watched.add(app)
  app.onCommit((happened) => {
    if (happened.some(({ name }) => name === 'settings.changed')) loaded.delete(app)
  })
}

/** All settings; cached in memory until one changes. Ask before a transaction, not inside one. */
export const siteSettings = (app: App): Promise<SiteSettings> => {
  const cached = loaded.get(app)
  if (cached) return cached
  clearOnChange(app)
  const settings = findSettings(app.db, STORED_SECTIONS).then(withDefaults)
  loaded.set(app, settings)
  settings.catch(() => {
    if (loaded.get(app) === settings) loaded.delete(app)
  })
  return settings
}

/** The same inside a transaction, as they are there. */
export const settingsIn = (db: Db): Promise<SiteSettings> => findSettings(db, STORED_SECTIONS).then(withDefaults)

/** The settings of a new site; also the answer while none is installed yet. */
export const defaultSettings = () => DEFAULTS

const mailers = new WeakMap<Smtp, Mailer>()

/** The site's way of sending e-mail, as it is set up now; made again when that changes. */
export const mailer = async (app: App) => {
  const { smtp } = await siteSettings(app)
  const cached = mailers.get(smtp) ?? createMailer(smtp, join(app.config.data, 'outbox'), app.clock)
  mailers.set(smtp, cached)
  return cached
}

/** Set when a test mail went out. */
export const MAIL_TESTED = 'mail_tested'

/** Of settings that aren't saved yet, which are given `patience` milliseconds for each step. */
export const tryMailer = ({ config, clock }: App, smtp: Smtp, patience: number, hear: (line: SmtpLine) => void) =>
  createMailer(smtp, join(config.data, 'outbox'), clock, patience, hear)

export const testEmail = ({ name, site_url }: SiteSettings['general'], language: string) => ({
  subject: translate(language, 'mail.test.subject', { site: name }),
  ...composeEmail({
    language,
    site: { name, address: site_url },
    greeting: translate(language, 'mail.test.greeting'),
    lines: [translate(language, 'mail.test.text', { site: name })],
    after: [],
  }),
})

export const themeOptions = (language: string): pages.Option[] =>
  THEMES.map((theme) => ({ label: translate(language, `options.${theme}_theme`), value: theme }))

/** A reason to flag, close or decide, in words. */
export const reasonOf = (id: number, language: string, closing = false): Reason => {
  const placeholder = placeholderOf(id, closing)
  return {
    reason_key: reasonKey(id),
    reason_type: id,
    content_type: FLAG_REASONS[id]?.content_type ?? '',
    name: translate(language, reasonWords(id, 'name')),
    description: translate(language, reasonWords(id, 'description', closing)),
    placeholder: placeholder ? translate(language, placeholder) : '',
  }
}

/** How one comes in where a user center has taken the site's own accounts over. */
export const withoutOwnAccounts = (login: SiteSettings['login']) => ({
  ...login,
  allow_email_registrations: false,
  allow_password_login: false,
})
/** What a private site's login page has of the site's own HTML: all but what stands beside questions. */
export const withoutSidebar = <Html extends { custom_sidebar: string }>(own: Html) => ({ ...own, custom_sidebar: '' })
export const loginInForce = async (app: App) => {
  const { login } = await siteSettings(app)
  return app.ownAccounts() ? login : withoutOwnAccounts(login)
}

const revisions = new WeakMap<SiteSettings, string>()
/** Another one whenever anything that `siteInfo` tells is changed, so that clients know when to read it again. Of nothing that it doesn't tell: one could try what fits. */
export const revisionOf = (settings: SiteSettings) => {
  const cached = revisions.get(settings)
  if (cached) return cached
  const told = JSON.stringify(siteInfo(settings, DEFAULT_LANGUAGE, { version: '', revision: '' }))
  const revision = createHash('sha256').update(told).digest('hex').slice(0, 12)
  revisions.set(settings, revision)
  return revision
}

export const siteInfo = (
  settings: SiteSettings,
  language: string,
  { version, revision }: Pick<SiteInfo, 'version' | 'revision'>,
): SiteInfo => ({
  general: settings.general,
  interface: settings.interface,
  branding: settings.branding,
  login: settings.login,
  theme: { ...settings.theme, theme_options: themeOptions(language) },
  custom_css_html: settings.custom_css_html,
  site_seo: settings.seo,
  site_users: settings.users,
  site_write: settings.write,
  site_legal: { external_content_display: settings.legal.external_content_display },
  version,
  revision,
})

/** Only what has been written. */
export const legalText = ({ legal }: SiteSettings, which: 'tos' | 'privacy'): LegalText => {
  if (which === 'tos')
    return legal.terms_of_service_original_text
      ? {
          terms_of_service_original_text: legal.terms_of_service_original_text,
          terms_of_service_parsed_text: legal.terms_of_service_parsed_text,
        }
      : {}
  return legal.privacy_policy_original_text
    ? {
        privacy_policy_original_text: legal.privacy_policy_original_text,
        privacy_policy_parsed_text: legal.privacy_policy_parsed_text,
      }
    : {}
}

/** Shown in place of a password that is set; sent back, it leaves the password as it is. */
export const PASSWORD_MASK = '********'

export const smtpPage = ({ smtp }: SiteSettings): Smtp => ({
  ...smtp,
  smtp_password: smtp.smtp_password && PASSWORD_MASK,
})

export const privilegePage = ({ privileges }: SiteSettings, language: string): PrivilegeSettings => ({
  options: LEVELS.map((level) => ({
    level,
    level_desc: translate(language, `privileges.level.${level}`),
    privileges: (Object.keys(PRIVILEGES) as Privilege[]).map((privilege) => ({
      key: rankKey(privilege),
      label: translate(language, `privileges.${privilege}`),
      value: rankNeeded(privilege, level, ownFigures({ privileges }))!,
    })),
  })),
  selected_level: privileges.level,
})

/** Plurals differ from language to language; one form of a text is enough to call it translated. */
const texts = (language: string) =>
  new Set(
    Object.entries(LANGUAGES.get(language) ?? {})
      .filter(([, text]) => text !== '')
      .map(([key]) => key.replace(/_(zero|one|two|few|many|other)$/, '')),
  )

const progressOf = (language: string) => {
  const there = texts(language)
  const all = [...texts(DEFAULT_LANGUAGE)]
  return Math.floor((100 * all.filter((key) => there.has(key)).length) / all.length)
}

/** Read once, as the languages are. */
let options: LanguageOption[] | undefined
export const languageOptions = () =>
  (options ??= [...LANGUAGES.keys()].map((language) => ({
    label: languageName(language),
    value: language,
    progress: progressOf(language),
  })))

/** For members: first of all the site's own, whichever that is. */
export const userLanguageOptions = (language: string) => [
  { label: translate(language, 'options.default_language'), value: 'Default', progress: 0 },
  ...languageOptions(),
]

interface Nested {
  [key: string]: string | Nested
}
const nested = (words: Record<string, string>) => {
  const tree: Nested = {}
  for (const key of Object.keys(words).sort()) {
    let place = tree
    let rest = key.split('.')
    while (rest.length > 1 && typeof place[rest[0]!] !== 'string') {
      place = (place[rest[0]!] ??= {}) as Nested
      rest = rest.slice(1)
    }
    place[rest.join('.')] = words[key]!
  }
  return tree
}

const trees = new Map<string, Nested>()
/** The words of the pages under `ui`, beside them those only the server says. What a language lacks is in English. */
export const wordTree = (language: string) => {
  const cached = trees.get(language)
  if (cached) return cached
  const ui = pageMessages(language).messages
  const others = Object.fromEntries(
    Object.entries({ ...messagesOf(DEFAULT_LANGUAGE), ...messagesOf(language) }).filter(([key]) => !(key in ui)),
  )
  const tree = { ...nested(others), ui: nested(ui) }
  if (LANGUAGES.has(language)) trees.set(language, tree)
  return tree
}
