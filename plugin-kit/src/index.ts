// Everything a plugin can be. A plugin is a folder in `plugins/` whose `index.ts` exports `plugins`, a list of results of `definePlugin`; see docs/plugins.md.
import type { ConfigField, UserField, Users, PluginConfig } from './config.ts'
import type { Connector, PasswordConnector } from './connector.ts'
import type { UserCenter } from './user-center.ts'

export type { BrowserElement, BrowserKit, BrowserPart } from './browser.ts'
export type { CaptchaPart, Challenge } from './captcha.ts'
export type { Notice, NoticeEvent } from './notice.ts'
export { type ConfigField, type UserField, type Users, type PluginConfig, textOf } from './config.ts'
export {
  type Connector,
  type ConnectorPart,
  ConsentRefused,
  type ExternalIdentity,
  type PasswordConnector,
  type PasswordConnectorPart,
  type SignIn,
  WrongPassword,
  type WrongSetting,
} from './connector.ts'
export type { AccountRole, PluginAccount, PluginAccounts } from './accounts.ts'
export type { Embedding } from './embedding.ts'
export type { Endpoint, EndpointAnswer, EndpointRequest } from './endpoint.ts'
export type {
  ImportedAnswer,
  ImportedComment,
  ImportedMember,
  ImportedPage,
  ImportedQuestion,
  ImportedTag,
  ImporterPart,
  ImportFile,
  ImportFiles,
} from './importer.ts'
export { fetchBy } from './fetch-by.ts'
export type { Connection, Kit, PluginStorage, Sending } from './kit.ts'
export type { PluginNotification, PluginNotifications } from './notifications.ts'
export type { PluginPosts, PostsAsked, PostsPage, PublicPost } from './posts.ts'
export type { StoredUpload, UploadStorePart } from './upload-store.ts'
export type { Branding, CenterMember, UserCenter, UserCenterPart } from './user-center.ts'
export type { FileVerdict, ScannedFile, ScanPart } from './scan.ts'
export { retryAfter, TryLater } from './try-later.ts'
export type { SearchAsked, SearchedPost, SearchPart } from './search.ts'
export type {
  FormField,
  FormOutcome,
  PagePart,
  PluginPage,
  PluginPagePart,
  Widget,
  WidgetPlace,
} from '@askwell/contract/plugin-pages.ts'
export type { FormSent, PageAsked, RoutePart } from './route.ts'
export type { WidgetAnswer, WidgetAsked, WidgetPart } from './widget.ts'
export {
  API_VERSION,
  type Block,
  type Embed,
  type Filtered,
  type Happened,
  HEARD_EVENTS,
  type HeardEvent,
  plugin,
  PLUGIN_KINDS,
  type PluginKind,
  type PluginParts,
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
export { isSafeAddress, OUTGOING_SECONDS, safeAddress } from './outgoing.ts'

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
}

/** Lets people sign in at one service elsewhere. Made again whenever its settings change; it may throw if they make no sense. */
export interface ConnectorPlugin extends AnyPlugin {
  type: 'connector'
  /** What people call the service; a setting called `name` says it otherwise. */
  name: string
  /** On the button: an SVG, at most 32 KB. */
  icon?: string
  connect(config: PluginConfig, users: Users): Connector | PasswordConnector
}

/** A user center. The site adds a setting: whether its own accounts with passwords go on beside it. */
export interface UserCenterPlugin extends AnyPlugin {
  type: 'user_center'
  /** What people call the service; a setting called `name` says it otherwise. */
  name: string
  connect(config: PluginConfig, users: Users): UserCenter
}

export type PluginDefinition = ConnectorPlugin | UserCenterPlugin

export const definePlugin = <P extends PluginDefinition>(plugin: P): P => plugin
