import { join } from 'node:path'
import type { PrivilegeSettings, Smtp } from '@askwell/contract/administration.ts'
import * as limits from '@askwell/contract/limits.ts'
import { CUSTOM_LEVEL, DEFAULT_LEVEL, type Figures, type Level, LEVELS, type Privilege, PRIVILEGES, rankKey, rankNeeded } from '@askwell/contract/privileges.ts'
import type { LanguageOption, LegalText, SiteInfo } from '@askwell/contract/site.ts'
import type * as pages from '@askwell/contract/site-settings.ts'
import type { App } from '../../events/events.ts'
import { createMailer, type Mailer } from '../../lib/mail.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, languageName, pageWords, say, wordsOf } from '../../lib/words.ts'
import { findSettings } from './queries.ts'

/** Every section of the settings, whole: what was saved over what is so from the beginning. */
export interface SiteSettings {
  general: pages.General
  interface: pages.Interface
  branding: pages.Branding
  write: pages.Write
  legal: pages.Legal
  seo: pages.Seo
  login: pages.Login
  custom_css_html: pages.CustomCssHtml
  theme: Omit<pages.Theme, 'theme_options'>
  users: pages.Users
  smtp: Smtp
  privileges: { level: Level; custom: Figures }
}
export type Section = keyof SiteSettings

const PRIVATE_PATHS = ['/admin', '/search', '/install', '/review', '/users/login', '/users/register', '/users/account-recovery', '/users/oauth/*', '/users/*/*', '/answer/api', '/*?code*']

export const robotsOf = (siteUrl: string) => ['User-agent: *', ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`), ...(siteUrl ? ['', `Sitemap: ${siteUrl}/sitemap.xml`] : []), ''].join('\n')

// domain-facts §12, rulings 9 and 25; the name before there is one is the product's own (product-spec §3)
const DEFAULTS: SiteSettings = {
  general: { name: 'Askwell', short_description: '', description: '', site_url: '', contact_email: '', check_update: true },
  interface: { language: limits.DEFAULT_LANGUAGE, time_zone: limits.DEFAULT_TIME_ZONE },
  branding: { logo: '', mobile_logo: '', square_icon: '', favicon: '' },
  write: {
    restrict_answer: true, required_tag: false, recommend_tags: [], reserved_tags: [],
    max_image_size: limits.IMAGE_MB, max_attachment_size: limits.ATTACHMENT_MB, max_image_megapixel: limits.IMAGE_MEGAPIXELS,
    authorized_image_extensions: ['jpg', 'jpeg', 'png', 'gif', 'webp'], authorized_attachment_extensions: [],
  },
  legal: {
    terms_of_service_original_text: '', terms_of_service_parsed_text: '', privacy_policy_original_text: '', privacy_policy_parsed_text: '',
    external_content_display: 'always_display',
  },
  seo: { permalink: 2, robots: robotsOf('') },
  login: { allow_new_registrations: true, allow_email_registrations: true, allow_password_login: true, login_required: false, allow_email_domains: [] },
  custom_css_html: { custom_head: '', custom_css: '', custom_header: '', custom_footer: '', custom_sidebar: '' },
  theme: { theme: 'default', theme_config: { default: { navbar_style: limits.PRIMARY_COLOR, primary_color: limits.PRIMARY_COLOR } }, color_scheme: '' },
  users: {
    default_avatar: 'system', gravatar_base_url: 'https://www.gravatar.com/avatar/',
    allow_update_display_name: true, allow_update_username: true, allow_update_avatar: true, allow_update_bio: true, allow_update_website: true, allow_update_location: true,
  },
  smtp: { from_email: '', from_name: '', smtp_host: '', smtp_port: 465, encryption: '', smtp_username: '', smtp_password: '', smtp_authentication: true },
  privileges: { level: DEFAULT_LEVEL, custom: {} },
}
export const SECTIONS = Object.keys(DEFAULTS) as Section[]

const withDefaults = (saved: Record<string, unknown>) =>
  Object.fromEntries(SECTIONS.map((section) => [section, { ...DEFAULTS[section], ...(saved[section] as object | undefined) }])) as unknown as SiteSettings

const loaded = new WeakMap<App, Promise<SiteSettings>>()
const watched = new WeakSet<App>()

const dropOnChange = (app: App) => {
  if (watched.has(app)) return
  watched.add(app)
  app.onCommit((happened) => { if (happened.some(({ name }) => name === 'settings.changed')) loaded.delete(app) })
}

/** All settings; kept in memory until one changes. Ask before a transaction, not inside one. */
export const siteSettings = (app: App): Promise<SiteSettings> => {
  const kept = loaded.get(app)
  if (kept) return kept
  dropOnChange(app)
  const settings = findSettings(app.db, SECTIONS).then(withDefaults)
  loaded.set(app, settings)
  settings.catch(() => { if (loaded.get(app) === settings) loaded.delete(app) })
  return settings
}

/** How a site begins; also what there is while there is none yet (wire/README). */
export const defaultSettings = () => DEFAULTS

const mailers = new WeakMap<Smtp, Mailer>()

/** The site's way of sending mail, as it is set up now; made anew when that changes. */
export const mailer = async (app: App) => {
  const { smtp } = await siteSettings(app)
  const kept = mailers.get(smtp) ?? createMailer(smtp, join(app.config.data, 'outbox'), app.clock)
  mailers.set(smtp, kept)
  return kept
}

export const THEMES = ['default']
export const themeOptions = (language: string): pages.Option[] => THEMES.map((theme) => ({ label: say(language, `options.${theme}_theme`), value: theme }))

export const siteInfo = (settings: SiteSettings, language: string, version: string): SiteInfo => ({
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
  revision: '',
})

/** Only what has been written. */
export const legalText = ({ legal }: SiteSettings, which: 'tos' | 'privacy'): LegalText => {
  if (which === 'tos') return legal.terms_of_service_original_text
    ? { terms_of_service_original_text: legal.terms_of_service_original_text, terms_of_service_parsed_text: legal.terms_of_service_parsed_text } : {}
  return legal.privacy_policy_original_text
    ? { privacy_policy_original_text: legal.privacy_policy_original_text, privacy_policy_parsed_text: legal.privacy_policy_parsed_text } : {}
}

/** Shown in place of a password that is set; sent back, it leaves the password as it is. */
export const PASSWORD_MASK = '********'

export const smtpPage = ({ smtp }: SiteSettings): Smtp => ({ ...smtp, smtp_password: smtp.smtp_password && PASSWORD_MASK })

export const privilegePage = ({ privileges }: SiteSettings, language: string): PrivilegeSettings => ({
  options: LEVELS.map((level) => ({
    level,
    level_desc: say(language, `privileges.level.${level}`),
    privileges: (Object.keys(PRIVILEGES) as Privilege[]).map((privilege) => ({
      key: rankKey(privilege),
      label: say(language, `privileges.${privilege}`),
      value: rankNeeded(privilege, level, level === CUSTOM_LEVEL ? privileges.custom : {})!,
    })),
  })),
  selected_level: privileges.level,
})

/** Plurals differ from language to language; one form of a text is enough to call it translated. */
const texts = (language: string) => new Set(Object.entries(LANGUAGES.get(language) ?? {}).filter(([, text]) => text !== '').map(([key]) => key.replace(/_(zero|one|two|few|many|other)$/, '')))

const progressOf = (language: string) => {
  const there = texts(language)
  const all = [...texts(DEFAULT_LANGUAGE)]
  return Math.floor((100 * all.filter((key) => there.has(key)).length) / all.length)
}

/** Read once, as the languages are. */
let options: LanguageOption[] | undefined
export const languageOptions = () =>
  (options ??= [...LANGUAGES.keys()].map((language) => ({ label: languageName(language), value: language, progress: progressOf(language) })))

/** For members: first of all the site's own, whichever that is (product-spec §3). */
export const memberLanguageOptions = (language: string) => [{ label: say(language, 'options.default_language'), value: 'Default', progress: 0 }, ...languageOptions()]

interface Nested { [key: string]: string | Nested }
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
  const kept = trees.get(language)
  if (kept) return kept
  const ui = pageWords(language).words
  const others = Object.fromEntries(Object.entries({ ...wordsOf(DEFAULT_LANGUAGE), ...wordsOf(language) }).filter(([key]) => !(key in ui)))
  const tree = { ...nested(others), ui: nested(ui) }
  if (LANGUAGES.has(language)) trees.set(language, tree)
  return tree
}
