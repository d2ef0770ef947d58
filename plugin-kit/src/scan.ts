import type { Kit } from './kit.ts'

/** A file that somebody uploads, before anything is made of it. */
export interface ScannedFile {
  /** Of this scan. Each call about the file names it; several files come side by side. */
  id: string
  /** As its sender calls it. */
  name: string
  bytes: number
  /** In hexadecimal; where that is enough to know the file, the pieces need not be kept. */
  sha256: string
}

/** `found`: what it is taken for; it stands in the site's log, and its sender never reads it. */
export interface FileVerdict {
  clean: boolean
  found?: string
}

/**
 *
 * Looks for viruses in uploads. A file comes in pieces, one after another: `begin`, `piece` for each, `end`. What any of them throws leaves the
 * file unjudged, and the site refuses it.
 */
export interface ScanPart {
  begin(file: ScannedFile, kit: Kit): Promise<void> | void
  /** The next of its bytes, at most 256 KB of them. Throw for an `id` that you don't know: your process has perhaps begun anew. */
  piece(piece: { id: string; base64: string }, kit: Kit): Promise<void> | void
  /** `complete`: whether all of it has come. Otherwise nobody waits any more, and the answer is no matter: forget the file. */
  end(scan: { id: string; complete: boolean }, kit: Kit): Promise<FileVerdict> | FileVerdict
}
