import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Done, flag, NEAREST, nullable, oneOf, text, Time } from './shapes.ts'
import { Option } from './site-settings.ts'
import { PluginStatus } from './site.ts'

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

/** `set_up`: ours; whether all required settings are there. A plugin that is on but not set up does nothing. */
const KnownPlugin = Type.Object({ ...PluginStatus.properties, set_up: Type.Boolean() })
export type KnownPlugin = Static<typeof KnownPlugin>

export const plugins = endpoint({
  ...admin,
  method: 'GET',
  path: '/plugins',
  summary: 'Plugins there are',
  query: Type.Object({
    status: oneOf(['', 'active', 'inactive'], { default: '', [NEAREST]: true }),
    have_config: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Array(KnownPlugin),
})

export const PluginChoice = Type.Object({ plugin_slug_name: text({ min: 1, max: 100 }), enabled: flag(false) })
export type PluginChoice = Static<typeof PluginChoice>
export const setPluginStatus = endpoint({
  ...admin,
  method: 'PUT',
  path: '/plugin/status',
  summary: 'Switch a plugin on or off',
  body: PluginChoice,
  reply: Done,
})

/** A field of a plugin's settings. A stored secret appears as a mask; sent back, the mask leaves the secret as it is. */
export const ConfigField = Type.Object({
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  /** `legend` is only to be read. */
  type: oneOf(['input', 'select', 'switch', 'legend']),
  required: Type.Boolean(),
  value: Type.Union([Type.String(), Type.Boolean()]),
  options: Type.Array(Option),
  ui_options: Type.Object({ input_type: oneOf(['', 'text', 'url', 'password']) }),
})
export type ConfigField = Static<typeof ConfigField>

/** All empty where there is no such plugin. */
export const PluginConfig = Type.Object({
  slug_name: Type.String(),
  name: Type.String(),
  description: Type.String(),
  version: Type.String(),
  config_fields: nullable(Type.Array(ConfigField)),
  /** For a service that people sign in with: when and why it last failed since it was set up. For the admin who set it up. */
  last_failure: Type.Optional(nullable(Type.Object({ at: Time, message: Type.String() }))),
})
export type PluginConfig = Static<typeof PluginConfig>
export const pluginConfig = endpoint({
  ...admin,
  method: 'GET',
  path: '/plugin/config',
  summary: 'How a plugin is set up',
  query: Type.Object({ plugin_slug_name: text({ min: 1, max: 100 }) }),
  reply: PluginConfig,
})

/** A field that isn't sent stays as it is. */
export const PluginSettings = Type.Object({
  plugin_slug_name: text({ min: 1, max: 100 }),
  config_fields: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { default: {} }),
})
export type PluginSettings = Static<typeof PluginSettings>
export const savePluginConfig = endpoint({
  ...admin,
  method: 'PUT',
  path: '/plugin/config',
  summary: 'Set a plugin up',
  body: PluginSettings,
  reply: Done,
})

const own = { access: 'logged-in', visibility: 'own', sessionOnly: true } as const

/** Pages of a member's settings, `/users/settings/…`. Plugins with member settings add theirs, so no plugin may have one of these names. */
export const SETTINGS_PAGES = ['profile', 'notify', 'account', 'interface'] as const

/** Plugins that are in use and have settings for members. */
export const memberPlugins = endpoint({
  ...own,
  method: 'GET',
  path: '/user/plugin/configs',
  summary: 'Plugins that one can set up for oneself',
  rate: 'read',
  reply: Type.Array(Type.Object({ name: Type.String(), slug_name: Type.String() })),
})

/** All empty where there is no such plugin. */
export const MemberPluginConfig = Type.Object({
  name: Type.String(),
  slug_name: Type.String(),
  config_fields: nullable(Type.Array(ConfigField)),
})
export type MemberPluginConfig = Static<typeof MemberPluginConfig>
export const memberPluginConfig = endpoint({
  ...own,
  method: 'GET',
  path: '/user/plugin/config',
  summary: 'How one has set a plugin up for oneself',
  rate: 'read',
  query: Type.Object({ plugin_slug_name: text({ min: 1, max: 100 }) }),
  reply: MemberPluginConfig,
})
export const saveMemberPluginConfig = endpoint({
  ...own,
  method: 'PUT',
  path: '/user/plugin/config',
  summary: 'Set a plugin up for oneself',
  rate: 'write',
  body: PluginSettings,
  reply: Done,
})
