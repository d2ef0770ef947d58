import type { Readable } from 'node:stream'

/** Bytes, or a file of ours that may be moved away. */
export type Content = { bytes: Uint8Array } | { path: string }

/** Both ends belong to it. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  path: string
  bytes: number
  modified_at: number
}

/** What a link says of the file it opens. */
export interface LinkHeaders {
  type: string
  disposition?: string
}

/** The port: a place that uploads lie in, each under a path such as `post/name.png`, whose content never changes. */
export interface Store {
  /** Nobody finds half a file under the path, whatever happens meanwhile. */
  put(path: string, content: Content, mime: string): Promise<void>
  /** With the length of the content that comes; undefined where there is no such file. */
  open(path: string, range?: ByteRange): Promise<{ bytes: number; content: Readable } | undefined>
  /** Where a file lies, for programs that read it there. */
  placeOf?(path: string): string
  /** The length of the file; undefined where there is none. */
  find(path: string): Promise<number | undefined>
  /** Those that aren't there don't matter. */
  remove(paths: string[]): Promise<void>
  /** Everything in it, so many at once. */
  list(): AsyncGenerator<StoredFile[]>
  /** An address at which the store itself gives the file away for some minutes. */
  link?(path: string, headers: LinkHeaders): Promise<string>
}

export const LISTED_AT_ONCE = 500

/** A name that stays inside the folder, and is valid on every system. */
export const UPLOAD_PATH = /^\w[\w-]*\/[\w-][\w.-]*$/

/** Uploads that a text names, by their paths. */
export const NAMED_UPLOADS = /\/uploads\/((?:post|post_attachment|avatar|branding)\/[\w-]+\.\w+)/g
