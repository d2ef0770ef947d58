import type { Kit } from './kit.ts'

/** A question or an answer that everybody may find. */
export interface SearchedPost {
  /** Of the post; it never changes. */
  id: string
  object_type: 'question' | 'answer'
  /** Of the question; that of an answer is the one it answers. */
  title: string
  /** Without markup. */
  text: string
  tags: string[]
  /** Unix time, in seconds. */
  created_at: number
  score: number
}

/** A search by words only; one with operators, or in another order, is done by the site. */
export interface SearchAsked {
  /** As it was typed. */
  q: string
  words: string[]
  phrases: string[]
  /** From 1. */
  page: number
  page_size: number
  /** Of the texts, as `en_US`. */
  language: string
}

/** Searches in the place of the site. */
export interface SearchPart {
  /** Brings its index in line: posts as they are now, and ids of those that nobody may find any more. The same may come again. */
  index(changes: { put: SearchedPost[]; remove: string[] }, kit: Kit): Promise<void> | void
  /** Ids of one page, the best first, and how many there are in all. */
  query(asked: SearchAsked, kit: Kit): Promise<{ ids: string[]; count: number }> | { ids: string[]; count: number }
}
