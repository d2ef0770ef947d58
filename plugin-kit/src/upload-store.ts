import type { Kit } from './kit.ts'

/** An upload. Its path, such as `post/name.png`, is never used for another content. */
export interface StoredUpload {
  path: string
  bytes: number
  /** Unix time, in seconds. */
  modified_at: number
}

/**
 *
 * Keeps the uploads of the site. A file comes in pieces, one after another: `begin`, `piece` for each, `end`; several come side by side. Whatever
 * throws leaves the file unkept, and its sender reads that files can't be had just now.
 */
export interface UploadStorePart {
  begin(file: { id: string; path: string; bytes: number; type: string }, kit: Kit): Promise<void> | void
  /** The next of its bytes, at most 256 KB of them. Throw for an `id` that you don't know: your process has perhaps begun anew. */
  piece(piece: { id: string; base64: string }, kit: Kit): Promise<void> | void
  /** `complete`: all of it has come, and is to be found under its path once this has ended, and not before. Otherwise forget it. */
  end(file: { id: string; complete: boolean }, kit: Kit): Promise<void> | void
  /** How long the file is; null where there is none. */
  find(file: { path: string }, kit: Kit): Promise<{ bytes: number } | null> | { bytes: number } | null
  /** The bytes from `start` to `end`, both of them too; at most 256 KB. */
  read(part: { path: string; start: number; end: number }, kit: Kit): Promise<{ base64: string }> | { base64: string }
  /** At most a hundred; those that aren't there don't matter. */
  remove(files: { paths: string[] }, kit: Kit): Promise<void> | void
  /** Everything, at most 500 at once; `from` is what `next` was before. */
  list(
    page: { from?: string },
    kit: Kit,
  ): Promise<{ files: StoredUpload[]; next?: string }> | { files: StoredUpload[]; next?: string }
}
