import type { PluginConfig } from './config.ts'

/** What a notification tells of; members choose the channel for each of these. */
export type NoticeEvent =
  | 'answers'
  | 'comments'
  | 'mentions'
  | 'invites'
  | 'changes'
  | 'followed'
  | 'votes'
  | 'decisions'
  | 'plugins'

/** One notification for one member, in their language. What they may not see, or have read meanwhile, never comes. */
export interface Notice {
  /** The same each time that this one is tried: a service that knows idempotency keys shows it once. */
  id: string
  event: NoticeEvent
  /** What happened, more closely, such as `answer_the_question`. */
  action: string
  /** One line: who did what. */
  title: string
  /** The title of the question, or what else it is about. */
  text: string
  /** Where it leads, as a whole address. */
  url: string
  /** As in HTML: `de-DE`. */
  language: string
  recipient: {
    username: string
    display_name: string
    /** What they have set for themself in the plugin's `user_config`, or its defaults. */
    settings: PluginConfig
  }
}
