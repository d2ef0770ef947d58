import { Type, type Static } from 'typebox'
import { AuditEntry } from './audit.ts'
import { bytesFor, endpoint } from './endpoint.ts'
import { SETTINGS_FILE_MAX, SETTINGS_HISTORY, SETTINGS_QUERY_MAX } from './limits.ts'
import { Compared } from './revisions.ts'
import { Done, nullable, oneOf, text } from './shapes.ts'

/** Every section of the settings, as it is named in files and in the history. */
export const SECTIONS = [
  'general',
  'interface',
  'branding',
  'write',
  'legal',
  'seo',
  'login',
  'custom_css_html',
  'theme',
  'users',
  'review',
  'notifications',
  'smtp',
  'privileges',
  'audit',
  'updates',
  'slow_queries',
  'search',
] as const
export const SectionName = oneOf(SECTIONS)

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

const SettingsHistory = Type.Object({
  list: Type.Array(AuditEntry, { maxItems: SETTINGS_HISTORY }),
  /** The latest change; sent back, it shows that nobody has changed anything since. */
  latest: Type.String(),
})
export type SettingsHistory = Static<typeof SettingsHistory>

/** Ours: who changed a page of settings, when and how. */
export const settingsHistory = endpoint({
  ...admin,
  method: 'GET',
  path: '/settings/history',
  summary: 'Earlier states of some sections of the settings, the latest change first',
  query: Type.Object({ sections: text({ min: 1, max: 200 }) }),
  reply: SettingsHistory,
})
/** Ours. All sections of the page go back to how they were before a change; secrets stay as they are. */
export const restoreSettings = endpoint({
  ...admin,
  method: 'PUT',
  path: '/settings/history',
  summary: 'Bring back the settings as they were before a change',
  body: Type.Object({
    sections: text({ min: 1, max: 200 }),
    before: Type.String({ minLength: 1, maxLength: 20 }),
    latest: Type.String({ maxLength: 20 }),
  }),
  reply: Done,
})

const plugin_slug_name = text({ min: 1, max: 100 })
/** Ours: who set a plugin up, when and how; not who switched it on or off. */
export const pluginHistory = endpoint({
  ...admin,
  method: 'GET',
  path: '/plugin/history',
  summary: 'Earlier settings of a plugin, the latest change first',
  query: Type.Object({ plugin_slug_name }),
  reply: SettingsHistory,
})
/** Ours. Secrets stay as they are, and so does whether it is on. */
export const restorePlugin = endpoint({
  ...admin,
  method: 'PUT',
  path: '/plugin/history',
  summary: 'Bring back the settings of a plugin as they were before a change',
  body: Type.Object({
    plugin_slug_name,
    before: Type.String({ minLength: 1, maxLength: 20 }),
    latest: Type.String({ maxLength: 20 }),
  }),
  reply: Done,
})

/** Ours: all settings in one file, YAML, without secrets. */
export const exportSettings = endpoint({
  ...admin,
  method: 'GET',
  path: '/settings/file',
  summary: 'All settings as one file, without secrets',
  reply: Type.Object({ file: Type.String() }),
})

const file = text({ min: 1, max: SETTINGS_FILE_MAX })

/** Ours. `state` stands for the settings that it was compared with. */
export const compareSettings = endpoint({
  ...admin,
  method: 'POST',
  path: '/settings/file/comparison',
  summary: 'What a file of settings would change',
  bodyBytes: bytesFor(SETTINGS_FILE_MAX),
  body: Type.Object({ file }),
  reply: Type.Object({ changes: nullable(Compared), sections: Type.Array(SectionName), state: Type.String() }),
})
/** Ours. Everything in the file, or nothing. Refused with 409 if the settings are others than when it was compared. */
export const importSettings = endpoint({
  ...admin,
  method: 'PUT',
  path: '/settings/file',
  summary: 'Take over a file of settings',
  bodyBytes: bytesFor(SETTINGS_FILE_MAX),
  body: Type.Object({ file, state: Type.Optional(Type.String({ maxLength: 100 })) }),
  reply: Type.Object({ sections: Type.Array(SectionName) }),
})

export const FoundSetting = Type.Object({
  section: SectionName,
  field: Type.String(),
  /** The page of the administration that has it, and the field there. */
  page: Type.String(),
  anchor: Type.String(),
  page_name: Type.String(),
  label: Type.String(),
  help: Type.String(),
  /** What it is set to; empty for secrets and long texts. */
  value: Type.String(),
})
export type FoundSetting = Static<typeof FoundSetting>

/** Ours. By name, value and meaning, in the language of the caller. */
export const searchSettings = endpoint({
  ...admin,
  method: 'GET',
  path: '/settings/search',
  summary: 'Find settings by their name, what they are set to or what they mean',
  query: Type.Object({ query: Type.String({ maxLength: SETTINGS_QUERY_MAX, default: '' }) }),
  reply: Type.Array(FoundSetting),
})
