import type { Kit } from './kit.ts'

// Rows as docs/importing.md has them. Ids are the old site's own: letters, digits and . : @ / _ - only.

/** ISO 8601, in UTC where it doesn't say otherwise, or seconds since 1970. */
type ImportedTime = string | number

interface ImportedText {
  id: string | number
  text: string
  /** Markdown without it. */
  format?: 'markdown' | 'html'
  /** The id of a member; of somebody who has no account any more only the name. */
  member?: string | number
  member_name?: string
  created_at: ImportedTime
  score?: number
}

interface ImportedPostRow extends ImportedText {
  edited_at?: ImportedTime
  editor?: string | number
  license?: string
  /** The path that it had, so that links to it go on: `/t/how-warm/1`. */
  address?: string
}

export interface ImportedTag {
  name: string
  /** Markdown. */
  description?: string
  address?: string
}

export interface ImportedMember {
  id: string | number
  name: string
  username?: string
  e_mail?: string
  /** Markdown. */
  bio?: string
  website?: string
  location?: string
  reputation?: number
  created_at: ImportedTime
  last_seen_at?: ImportedTime
  address?: string
}

export interface ImportedQuestion extends ImportedPostRow {
  title: string
  tags?: string[]
  views?: number
  bookmarks?: number
  active_at?: ImportedTime
  closed_at?: ImportedTime
  closed_for?: 'duplicate' | 'off_topic' | 'unclear'
  duplicate_of?: string | number
}

export interface ImportedAnswer extends ImportedPostRow {
  question: string | number
  accepted?: boolean
}

/** On a question or an answer. */
export interface ImportedComment extends ImportedText {
  question?: string | number
  answer?: string | number
}

/** Some rows of the old site, of any tables, at most 1 MB in all. A row that has come before counts only the first time. */
export interface ImportedPage {
  tags?: ImportedTag[]
  members?: ImportedMember[]
  questions?: ImportedQuestion[]
  answers?: ImportedAnswer[]
  comments?: ImportedComment[]
  /** Where it goes on, in the plugin's own words, at most 4000 characters; left out at the end. */
  next?: string
  /** How much has come, and of how much, where that is known. */
  progress?: { done: number; total: number }
}

/** A file of what an admin has uploaded: of an archive each file in it, by its path there. */
export interface ImportFile {
  name: string
  bytes: number
}

/** What an admin has uploaded for an importer whose manifest has `files`; only while it is asked to `read`. */
export interface ImportFiles {
  list(): Promise<ImportFile[]>
  /** The bytes from `start` up to `end`, which doesn't belong to them; at most 256 KB, and fewer at the end of the file. */
  read(name: string, start: number, end: number): Promise<Uint8Array>
}

/** Fetches a community from elsewhere. An admin then tries what came, and imports it like any other dump. */
export interface ImporterPart {
  /** The first rows without `from`, and then those behind it; the same may be asked for again. `TryLater` where a service asks for patience. */
  read(page: { from?: string }, kit: Kit): Promise<ImportedPage> | ImportedPage
}
