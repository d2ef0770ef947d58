import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { AUserId, Done, flag, NEAREST, nullable, ObjectId, oneOf, text, Time } from './shapes.ts'
import { Option } from './site-settings.ts'
import { PluginStatus } from './site.ts'

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

/** `set_up`: ours; whether all required settings are there. A plugin that is on but not set up does nothing. */
const KnownPlugin = Type.Object({
  ...PluginStatus.properties,
  set_up: Type.Boolean(),
  /** Ours: `site` comes with the site, `folder` stands in its folder of plugins, `upload` was uploaded; `program` is part of the site (the picture captcha). */
  source: oneOf(['program', 'site', 'folder', 'upload']),
  /** Ours: what it is, by the names of the plugin kit; empty of one that can't be loaded. */
  kinds: Type.Array(Type.String()),
  /** Ours: a picture as an address; empty without one. */
  icon: Type.String(),
  /** Ours: the registry that it was installed from, for its next version. `newer`: a newer version there, as far as anybody has looked; else empty. */
  origin: nullable(
    Type.Object({
      registry: Type.String(),
      name: Type.String(),
      private_network: Type.Boolean(),
      newer: Type.String(),
    }),
  ),
  /** Ours: the plugin that it is one more of; empty if it is none. */
  instance_of: Type.String(),
  /** Ours: whether there may be more of it, each with a name and settings of its own. */
  have_instances: Type.Boolean(),
  /** Ours: what it may do, in words; `agreed` by an admin. */
  powers: Type.Array(Type.Object({ power: Type.String(), words: Type.String(), agreed: Type.Boolean() })),
  /** Ours: it is told of events, and there is a log of that. */
  hears: Type.Boolean(),
  /** Ours: it draws something in texts, which are only made again when that is asked for. */
  renders: Type.Boolean(),
  /** Ours: why it was switched off by the site, or can't be loaded. */
  fault: nullable(Type.Object({ at: Time, message: Type.String() })),
  /** Ours: what last went wrong with it in the last seven days, while it is on: a fault that didn't switch it off yet, or an answer that doesn't fit. */
  trouble: nullable(Type.Object({ at: Time, message: Type.String() })),
  /** Ours: what it has tried to do in the last seven days though nobody has agreed to it, in words: how often, and when last. */
  forbidden: Type.Array(Type.Object({ words: Type.String(), count: Type.Integer(), at: Time })),
})
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

/** `agreed`, ours: what the plugin may do, as the admin has read it; needed to switch on what runs in a process of its own. */
export const PluginChoice = Type.Object({
  plugin_slug_name: text({ min: 1, max: 100 }),
  enabled: flag(false),
  agreed: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 200 })),
})
export type PluginChoice = Static<typeof PluginChoice>
export const setPluginStatus = endpoint({
  ...admin,
  method: 'PUT',
  path: '/plugin/status',
  summary: 'Switch a plugin on or off',
  body: PluginChoice,
  reply: Done,
})

/** Ours: adds a plugin, or another version of the one that `replaces` names. Nothing of it is run before it is switched on. */
export const uploadPlugin = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/plugin/package',
  summary: 'Add a plugin as an archive (.tgz)',
  multipart: true,
  rate: 'upload',
  body: Type.Object({
    source: Type.Optional(Type.String({ maxLength: 100 })),
    replaces: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: Type.Object({ slug_name: Type.String() }),
})

/** Ours: adds a plugin, or its newest or another version, from a registry of npm's kind. What comes has to have the checksum that the registry names; nothing of it is run. */
export const PluginInstallation = Type.Object({
  /** Its address, such as `https://registry.npmjs.org`. */
  registry: text({ min: 1, max: 500 }),
  /** Its name there. */
  package: text({ min: 1, max: 214 }),
  /** Left out: the newest. */
  version: Type.Optional(Type.String({ maxLength: 50 })),
  /** Whether the registry is on a machine of the site's own network. */
  private_network: flag(false),
})
export type PluginInstallation = Static<typeof PluginInstallation>
export const installPlugin = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/plugin/installation',
  summary: 'Add a plugin from a registry',
  rate: 'upload',
  body: PluginInstallation,
  reply: Type.Object({ slug_name: Type.String() }),
})

/** Ours: asks the registries that plugins were installed from whether they have newer versions. Nothing of them is fetched; each plugin's `origin` says then which. */
export const lookForPluginUpdates = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'PUT',
  path: '/plugin/updates',
  summary: 'Look for newer versions of plugins',
  rate: 'upload',
  body: Type.Object({}),
  /** How many plugins were asked about, of how many there is a newer version, and of how many the registry gave no answer. */
  reply: Type.Object({ asked: Type.Integer(), newer: Type.Integer(), failed: Type.Integer() }),
})

/** Ours: `keep` leaves what it has kept, and its settings, for when it comes back. */
export const PluginRemoval = Type.Object({ plugin_slug_name: text({ min: 1, max: 100 }), keep: flag(false) })
export type PluginRemoval = Static<typeof PluginRemoval>
export const removePlugin = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'DELETE',
  path: '/plugin/package',
  summary: 'Remove a plugin that was uploaded',
  body: PluginRemoval,
  reply: Done,
})

const plugin_slug_name = text({ min: 1, max: 100 })

/** Ours: one more of a plugin. It has a name, settings and an agreement of its own, and is off at first. */
export const NewInstance = Type.Object({ plugin_slug_name, name: text({ min: 1, max: 60 }, 'not-blank') })
export type NewInstance = Static<typeof NewInstance>
export const addPluginInstance = endpoint({
  ...admin,
  method: 'POST',
  path: '/plugin/instance',
  summary: 'Add one more of a plugin',
  body: NewInstance,
  reply: Type.Object({ slug_name: Type.String() }),
})

/** `plugin_slug_name`: of the one that was added. */
export const InstanceName = NewInstance
export type InstanceName = NewInstance
export const renamePluginInstance = endpoint({
  ...admin,
  method: 'PUT',
  path: '/plugin/instance',
  summary: 'Rename one more of a plugin',
  body: InstanceName,
  reply: Done,
})

/** Its settings and all that it has stored are deleted. */
export const removePluginInstance = endpoint({
  ...admin,
  method: 'DELETE',
  path: '/plugin/instance',
  summary: 'Remove one more of a plugin',
  body: Type.Object({ plugin_slug_name }),
  reply: Done,
})

/** Ours: renders texts again that the plugin may draw something in, whether it is on or off; the task `render_anew` says how far it is. */
export const renderPluginTexts = endpoint({
  ...admin,
  method: 'POST',
  path: '/plugin/render',
  summary: 'Render existing texts again that a plugin draws in',
  body: Type.Object({ plugin_slug_name: text({ min: 1, max: 100 }) }),
  reply: Done,
})

/** Ours: the last lines that the plugin's process has written, in the process of the site that answers. */
export const pluginLog = endpoint({
  ...admin,
  method: 'GET',
  path: '/plugin/log',
  summary: 'What a plugin has written last',
  query: Type.Object({ plugin_slug_name: text({ min: 1, max: 100 }) }),
  reply: Type.Array(Type.String()),
})

export const DELIVERY_STATES = ['delivered', 'failed'] as const

/** An event that a plugin was told of. What the event said isn't stored. */
export const Delivery = Type.Object({
  id: Type.String(),
  event: Type.String(),
  object_type: Type.String(),
  object_id: ObjectId,
  /** The question that it is about; empty where it is about none. */
  question_id: ObjectId,
  status: oneOf(DELIVERY_STATES),
  attempts: Type.Integer(),
  /** What the plugin said of the last try, such as the status of the receiver, or what went wrong. */
  answer: Type.String(),
  /** How long the last try took. */
  milliseconds: Type.Integer(),
  /** When it was first tried. */
  created_at: Time,
  updated_at: Time,
  /** Of a failed one that is tried again by itself; else 0. */
  next_try_at: Time,
})
export type Delivery = Static<typeof Delivery>

/** Ours. The latest ones first; `before` goes on after the last one of the page before. `failed` counts all that have failed. */
export const deliveries = endpoint({
  ...admin,
  method: 'GET',
  path: '/plugin/deliveries',
  summary: 'Events that a plugin was told of lately',
  query: Type.Object({
    plugin_slug_name: text({ min: 1, max: 100 }),
    status: oneOf(['', ...DELIVERY_STATES], { default: '' }),
    before: Type.Optional(AUserId),
  }),
  reply: Type.Object({
    name: Type.String(),
    enabled: Type.Boolean(),
    failed: Type.Integer(),
    more: Type.Boolean(),
    list: Type.Array(Delivery),
  }),
})

/** Ours. One by its `id`, whatever came of it; without one all that have failed and were first tried at `since` or later. */
export const sendDeliveries = endpoint({
  ...admin,
  method: 'PUT',
  path: '/plugin/deliveries',
  summary: 'Tell a plugin of events again',
  body: Type.Object({
    plugin_slug_name: text({ min: 1, max: 100 }),
    id: Type.Optional(AUserId),
    since: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  /** How many are told now. */
  reply: Type.Object({ count: Type.Integer() }),
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
export const userPlugins = endpoint({
  ...own,
  method: 'GET',
  path: '/user/plugin/configs',
  summary: 'Plugins that one can set up for oneself',
  rate: 'read',
  reply: Type.Array(Type.Object({ name: Type.String(), slug_name: Type.String() })),
})

/** All empty where there is no such plugin. */
export const UserPluginConfig = Type.Object({
  name: Type.String(),
  slug_name: Type.String(),
  config_fields: nullable(Type.Array(ConfigField)),
})
export type UserPluginConfig = Static<typeof UserPluginConfig>
export const userPluginConfig = endpoint({
  ...own,
  method: 'GET',
  path: '/user/plugin/config',
  summary: 'How one has set a plugin up for oneself',
  rate: 'read',
  query: Type.Object({ plugin_slug_name: text({ min: 1, max: 100 }) }),
  reply: UserPluginConfig,
})
export const saveUserPluginConfig = endpoint({
  ...own,
  method: 'PUT',
  path: '/user/plugin/config',
  summary: 'Set a plugin up for oneself',
  rate: 'write',
  body: PluginSettings,
  reply: Done,
})
