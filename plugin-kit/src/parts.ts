import type { CaptchaPart } from './captcha.ts'
import type { ConnectorPart, PasswordConnectorPart } from './connector.ts'
import type { Embedding } from './embedding.ts'
import type { Endpoint } from './endpoint.ts'
import type { ImporterPart } from './importer.ts'
import type { Kit } from './kit.ts'
import type { Notice } from './notice.ts'
import type { RoutePart } from './route.ts'
import type { ScanPart } from './scan.ts'
import type { SearchPart } from './search.ts'
import type { UploadStorePart } from './upload-store.ts'
import type { UserCenterPart } from './user-center.ts'
import type { WidgetPart } from './widget.ts'

/** Of the kit that plugins in processes of their own speak with. The manifest says which versions a plugin works with. */
export const API_VERSION = '1.1.0'

/** The events that a plugin can hear of. */
export const HEARD_EVENTS = [
  'question.asked',
  'question.edited',
  'question.closed',
  'question.reopened',
  'question.deleted',
  'question.undeleted',
  'question.approved',
  'answer.given',
  'answer.edited',
  'answer.deleted',
  'answer.undeleted',
  'answer.approved',
  'answer.accepted',
  'answer.unaccepted',
  'comment.added',
  'comment.approved',
  'comment.deleted',
  'tag.created',
  'user.activated',
  'badge.awarded',
] as const
export type HeardEvent = (typeof HEARD_EVENTS)[number]

/** What plugins in processes of their own can be. */
export const PLUGIN_KINDS = [
  'render',
  'event',
  'reviewer',
  'filter',
  'notification',
  'captcha',
  'search',
  'connector',
  'scan',
  'theme',
  'embed',
  'endpoint',
  'user_center',
  'widget',
  'route',
  'importer',
  'embedding',
  'upload_store',
  'browser',
  'editor',
] as const
export type PluginKind = (typeof PLUGIN_KINDS)[number]

/** A fenced block of code in a language that the plugin has asked for. */
export interface Block {
  language: string
  text: string
}

/** What an address shows that stands alone in a paragraph. All of it is text. */
export interface Embed {
  title: string
  /** A sentence or two. */
  text?: string
  /** Shown in a frame once a reader asks for it; of a host that the manifest names in `frames`, by https. */
  frame?: string
  /** Of the frame, in pixels; only their ratio matters. 16 by 9 without them. */
  width?: number
  height?: number
}

/** Something that has happened. It may come twice, with the same `id`. */
export interface Happened {
  id: string
  event: HeardEvent
  /** Unix time, in seconds. */
  at: number
  /** Who did it; null where it was the site. */
  actor: { username: string; display_name: string } | null
  object_type: string
  object_id: string
  /** Where it is to be seen, as a whole address. */
  url: string
  /** Of a question or an answer that everybody may see, if the plugin may `read:posts`; title and tags of an answer are those of its question. */
  post?: { title: string; text: string; html: string; tags: string[] }
}

/** A text before anybody sees it. */
export interface Reviewed {
  object_type: 'question' | 'answer' | 'comment' | 'tag' | 'profile'
  is_edit: boolean
  title: string
  /** Markdown, and the HTML made of it. */
  content: string
  html: string
  tags: readonly string[]
  /** Addresses that it links to; of an edit only the new ones. */
  links: readonly string[]
  author: {
    rank: number
    approved_question_count: number
    approved_answer_count: number
    approved_comment_count: number
  }
  language: string
  /** Where it came from and who wrote it, if the plugin may `read:senders`; names are empty of somebody who has no account yet. */
  sender?: { ip: string; user_agent: string; username: string; display_name: string; e_mail: string }
}

/** `approved`: shown at once. `waiting`: for a moderator to decide. `deleted`: never shown. `reason` is for the moderators. */
export interface Verdict {
  verdict: 'approved' | 'waiting' | 'deleted'
  reason?: string
}

export interface Filtered {
  object_type: 'question' | 'answer'
  /** Markdown. */
  content: string
}

/** What a plugin does: a function for each of its kinds. */
export interface PluginParts {
  /** Safe HTML for each block, or null to leave it as it is. */
  render?(blocks: readonly Block[], kit: Kit): Promise<(string | null)[]> | (string | null)[]
  /** What each address shows, or null to leave it a link. */
  embed?(addresses: readonly string[], kit: Kit): Promise<(Embed | null)[]> | (Embed | null)[]
  /** What it throws is tried again later. A text that it gives back stands in the log of admins, as far as 200 characters. */
  event?(happened: Happened, kit: Kit): Promise<string | void> | string | void
  reviewer?(text: Reviewed, kit: Kit): Promise<Verdict> | Verdict
  /** The text as it is to be kept. */
  filter?(text: Filtered, kit: Kit): Promise<string> | string
  /** One way more to be told. What it throws is tried again later; for a member who hasn't set what is needed it does nothing. */
  notification?(notice: Notice, kit: Kit): Promise<void> | void
  /** Answers requests of other programs. */
  endpoint?: Endpoint
  /** Puts something into places of the pages. */
  widget?: WidgetPart
  /** Pages of its own, with a place in the navigation. */
  route?: RoutePart
  captcha?: CaptchaPart
  search?: SearchPart
  connector?: ConnectorPart | PasswordConnectorPart
  scan?: ScanPart
  user_center?: UserCenterPart
  importer?: ImporterPart
  upload_store?: UploadStorePart
  /** For search by meaning. */
  embedding?: Embedding
}

export const plugin = (parts: PluginParts): PluginParts => parts
