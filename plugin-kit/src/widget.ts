import type { Widget, WidgetPlace } from '@askwell/contract/plugin-pages.ts'
import type { Kit } from './kit.ts'

/** Where a widget is wanted, and by what it stands. */
export interface WidgetAsked {
  place: WidgetPlace
  /** Of the reader, as `en_US`. */
  language: string
  /** Of the places `question` and `post`: as an anonymous reader sees it. */
  post?: {
    object_type: 'question' | 'answer'
    object_id: string
    /** Title and tags of an answer are those of its question. */
    title: string
    tags: string[]
    /** Markdown, if the plugin may `read:posts`. */
    text?: string
  }
}

/** What a place shows. */
export interface WidgetAnswer extends Widget {
  /** For how many seconds this holds, 30 to 86,400; ten minutes without it. */
  seconds?: number
}

/** Null where there is nothing to show. Readers never wait for it long: they get what it said last, or nothing. */
export type WidgetPart = (asked: WidgetAsked, kit: Kit) => Promise<WidgetAnswer | null> | WidgetAnswer | null
