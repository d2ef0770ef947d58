// Everything a plugin can be. A plugin is a package with a manifest, whose main module gives by default what `plugin` returns; see docs/plugins.md.
export type { BrowserElement, BrowserKit, BrowserPart } from './browser.ts'
export type { CaptchaPart, Challenge } from './captcha.ts'
export type { Notice, NoticeEvent } from './notice.ts'
export { type ConfigField, type UserField, type PluginConfig, textOf } from './config.ts'
export {
  type ConnectorPart,
  type ExternalIdentity,
  type PasswordConnectorPart,
  type SignIn,
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
export type { Branding, CenterMember, UserCenterPart } from './user-center.ts'
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
