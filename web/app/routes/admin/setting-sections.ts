import type { Static } from 'typebox'
import type { SectionName } from '@askwell/contract/configuration.ts'

type Section = Static<typeof SectionName>

/** Which sections of the settings a page of the administration saves. */
export const SECTIONS_OF = {
  general: ['general', 'notifications'],
  interface: ['interface'],
  smtp: ['smtp'],
  legal: ['legal'],
  write: ['write'],
  seo: ['seo'],
  login: ['login'],
  privileges: ['privileges'],
  review: ['review'],
  'users/settings': ['users'],
  themes: ['theme'],
  customize: ['custom_css_html'],
  branding: ['branding'],
  audit: ['audit'],
  'slow-queries': ['slow_queries'],
  meaning: ['search'],
} as const satisfies Record<string, Section[]>
export type SettingsPageName = keyof typeof SECTIONS_OF

const isPage = (name: string): name is SettingsPageName => Object.hasOwn(SECTIONS_OF, name)
export const settingsPageIn = (name: string | null | undefined): SettingsPageName | undefined =>
  name && isPage(name) ? name : undefined

/** The page that has a section. */
export const pageOf = (section: string) =>
  (Object.keys(SECTIONS_OF) as SettingsPageName[]).find((page) =>
    (SECTIONS_OF[page] as readonly string[]).includes(section),
  )

/** Whose history is meant: that of a page of settings, or of a plugin's. */
export type HistoryOf = { page: SettingsPageName } | { plugin: string }
