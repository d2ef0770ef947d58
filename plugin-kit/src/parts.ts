import type { PluginConfig } from './config.ts'

/** Of the kit that plugins in processes of their own speak with. The manifest says which versions a plugin works with. */
export const API_VERSION = '1.0.0'

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
export const PLUGIN_KINDS = ['render', 'event', 'reviewer', 'filter'] as const
export type PluginKind = (typeof PLUGIN_KINDS)[number]

/** A fenced block of code in a language that the plugin has asked for. */
export interface Block {
  language: string
  text: string
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
  /** Of a question or an answer that everybody may see, if the plugin may `read:posts`. */
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

/** Kept in the site's database; it goes with the plugin, or with the member it belongs to. */
export interface PluginStorage {
  /** Undefined where nothing is kept. */
  get(key: string): Promise<unknown>
  /** Anything that JSON can say. `username`: of the member whom it is about; it is erased with them. */
  set(key: string, value: unknown, about?: { username?: string }): Promise<void>
  delete(key: string): Promise<void>
  /** Keys that begin so, in order; at most 1000. */
  list(prefix?: string): Promise<string[]>
}

/** What the site does for a plugin; what it has no permission for throws. */
export interface Kit {
  /** The admin's settings. */
  config: PluginConfig
  /** Of the site, as `en_US`. */
  language: string
  /** By way of the site, to hosts that the manifest names: no redirects, at most 256 KB each way, five seconds. */
  fetch(address: string, init?: { method?: string; headers?: Record<string, string>; body?: string }): Promise<Response>
  storage: PluginStorage
}

/** What a plugin does: a function for each of its kinds. */
export interface PluginParts {
  /** Safe HTML for each block, or null to leave it as it is. */
  render?(blocks: readonly Block[], kit: Kit): Promise<(string | null)[]> | (string | null)[]
  /** What it throws is tried again later. A text that it gives back stands in the log of admins, as far as 200 characters. */
  event?(happened: Happened, kit: Kit): Promise<string | void> | string | void
  reviewer?(text: Reviewed, kit: Kit): Promise<Verdict> | Verdict
  /** The text as it is to be kept. */
  filter?(text: Filtered, kit: Kit): Promise<string> | string
}

export const plugin = (parts: PluginParts): PluginParts => parts
