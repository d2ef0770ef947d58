// Everything a plugin can be. A plugin is a folder in `plugins/` whose `index.ts` exports `plugins`, a list of results of `definePlugin`; see docs/plugins.md.
import type { NotificationChannel } from './channel.ts'
import type { ConfigField, UserField, Users, PluginConfig } from './config.ts'
import type { Connector } from './connector.ts'
import type { UserCenter } from './user-center.ts'

export { CHANNEL_SECONDS, type Notice, type NoticeEvent, type NotificationChannel } from './channel.ts'
export { type ConfigField, type UserField, type Users, type PluginConfig, textOf } from './config.ts'
export { type Connector, ConsentRefused, type ExternalIdentity, type SignIn } from './connector.ts'
export type { Branding, UserCenter } from './user-center.ts'
export {
  API_VERSION,
  type Block,
  type Filtered,
  type Happened,
  HEARD_EVENTS,
  type HeardEvent,
  type Kit,
  plugin,
  PLUGIN_KINDS,
  type PluginKind,
  type PluginParts,
  type PluginStorage,
  type Reviewed,
  type Verdict,
} from './parts.ts'
export type {
  EditorButton,
  EditorChange,
  EditorCompletion,
  EditorExtension,
  EditorFace,
  EditorOpens,
  EditorPasteRule,
  EditorSurface,
  EditorText,
} from '@askwell/contract/editor-port.ts'
export { fetchFromService, isSafeAddress, OUTGOING_SECONDS, safeAddress } from './outgoing.ts'

interface AnyPlugin {
  /** Lower-case letters, digits and `_`. Its messages are `plugins.<slug_name>_name` and `…_description` in the locales. */
  slug_name: string
  version: string
  /** What there is to set up; empty if nothing. */
  config: readonly ConfigField[]
  /** Settings for each member, on a page of their own settings. */
  user_config?: readonly UserField[]
  /**
   *
   * A setting with the address of the service, and a function that throws if the service can't be reached. It runs before that setting is saved, and must
   * end within a few seconds.
   */
  tried?: { name: string; reach(config: PluginConfig): Promise<void> }
  /** For one of several plugins that only differ in their settings: whose messages it uses, and which one it is. */
  copy?: { of: string; number: number }
}

/** Lets people sign in at one service elsewhere. Made again whenever its settings change; it may throw if they make no sense. */
export interface ConnectorPlugin extends AnyPlugin {
  type: 'connector'
  /** What people call the service; a setting called `name` says it otherwise. */
  name: string
  connect(config: PluginConfig, users: Users): Connector
}

/** A user center. The site adds a setting: whether its own accounts with passwords go on beside it. */
export interface UserCenterPlugin extends AnyPlugin {
  type: 'user_center'
  /** What people call the service; a setting called `name` says it otherwise. */
  name: string
  connect(config: PluginConfig, users: Users): UserCenter
}

/** One more way to be told of things: a column of each member's settings of notifications, where nothing is ticked at first. */
export interface ChannelPlugin extends AnyPlugin {
  type: 'notification_channel'
  /** What members read above the column; a setting called `name` says it otherwise. */
  name: string
  open(config: PluginConfig): NotificationChannel
}

export type PluginDefinition = ConnectorPlugin | UserCenterPlugin | ChannelPlugin

export const definePlugin = <P extends PluginDefinition>(plugin: P): P => plugin

/** For services of which a site may have several: the same plugin, each with settings of its own. */
export const severalOf = <P extends PluginDefinition>(count: number, plugin: P): P[] =>
  Array.from({ length: count }, (_, n) =>
    n === 0
      ? plugin
      : { ...plugin, slug_name: `${plugin.slug_name}_${n + 1}`, copy: { of: plugin.slug_name, number: n + 1 } },
  )
