import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { App } from '../../../events/events.ts'
import type { Import, ImportOptions } from './batches.ts'
import type { Comparison } from './compare.ts'
import { Stopped } from './import-stopped.ts'
import type { OriginKind } from './queries.ts'
import { applyMap } from './apply-map.ts'
import { MAP, type MemberMap } from './member-map.ts'
import type { Selection } from './selection.ts'
import type { NamedMember } from './same-names.ts'
import { NotADump } from './not-a-dump.ts'
import { relink } from './relink.ts'
import { createRendering } from './rendering.ts'
import { createTally, type Report } from './tally.ts'

/** The first rows of a file: their keys there, and when they were made; of a tag its slug. */
export interface Samples {
  user: Map<string, number>
  post: Map<string, number>
  tag: Map<string, string>
  /** What the questions among them ask. */
  title: Map<string, string>
}

export type Examined = Pick<
  Import,
  'app' | 'site' | 'folder' | 'files' | 'settings' | 'tally' | 'onBytes' | 'signal' | 'selection'
>

export type Entering = Pick<Import, 'app' | 'site' | 'settings' | 'selection'>

/** A form in which a community moves in. */
export interface Source {
  /** The files whose rows are counted, in the order they are read. */
  counted: readonly string[]
  /** Others that may be there. */
  more: readonly string[]
  /** Without these it is no such source. */
  needed: readonly string[]
  fileName: (file: string) => string
  /** The first rows, by which a site is recognized. */
  samples: (folder: string) => Promise<Samples>
  /** Its members by name, before any of them comes in. */
  members: (
    folder: string,
    signal: AbortSignal,
    selection?: Selection,
  ) => AsyncIterable<NamedMember> | Iterable<NamedMember>
  /** So many of its questions and what belongs to them. */
  select: (folder: string, limit: number, signal: AbortSignal) => Promise<Selection>
  /** Throws if it may not come in as things are here, before anything is begun. */
  refuse?: (one: Entering) => Promise<void>
  bring: (one: Import) => Promise<void>
  /** What there is in a file, read as the import reads it. */
  examine: (one: Examined) => AsyncGenerator<{ file: string; kind: OriginKind; key: string }>
  /** What came in, beside the dump. */
  compare: (one: Import) => Promise<Comparison>
}

/** Rows that are written at once: while they are, others wait, and then the disk is waited for. */
const BATCH = { alone: 500, shared: 50 }

/** A form as it is told by its files, before any of them is read. */
export interface SourceForm {
  /** The names that its files may have. */
  files: readonly string[]
  /** Those without which nothing can come in, and which a folder lacks. */
  missing: (folder: string) => string[]
  /** Reads what has to be read as a whole before its rows can come in. */
  open: (folder: string, doing: Opening) => Promise<Opened>
}
export type Opening = Pick<ImportOptions, 'progress' | 'signal'>
export interface Opened {
  source: Source
  close: () => void
}

/** A form whose files are read row by row. */
export const inFiles = (source: Source): SourceForm => ({
  files: [...source.counted, ...source.more].map(source.fileName),
  missing: (folder) => source.needed.filter((file) => !has(source, folder, file)).map(source.fileName),
  open: async () => ({ source, close: () => {} }),
})

export const pathOf = (source: Source, folder: string, file: string) => join(folder, source.fileName(file))

export const has = (source: Source, folder: string, file: string) => existsSync(pathOf(source, folder, file))

/** A folder that isn't a dump is refused before anything of it is read. */
export const openDump = (form: SourceForm, folder: string, doing: Opening) => {
  const missing = form.missing(folder)
  if (missing.length) throw new NotADump(`${folder} lacks ${missing.join(', ')}.`)
  return form.open(folder, doing)
}

export const filesIn = (source: Source, folder: string) =>
  [...source.counted, ...source.more].filter((file) => has(source, folder, file))

/** Counts the bytes of the files that are there, for the progress. */
export const bytesRead = (source: Source, folder: string, progress: ImportOptions['progress']): Import['onBytes'] => {
  const total = filesIn(source, folder).reduce((sum, file) => sum + statSync(pathOf(source, folder, file)).size, 0)
  let read = 0
  return (file, bytes) => progress((read += bytes), total, file)
}

export const tallyOf = (source: Source, folder: string, map?: MemberMap) => {
  const more = map ? [MAP] : []
  const tally = createTally([...source.counted, ...more], [...filesIn(source, folder), ...more], (file) =>
    map && file === MAP ? basename(map.path) : source.fileName(file),
  )
  for (const file of [...source.counted, ...source.more]) if (!has(source, folder, file)) tally.noteMissing(file)
  return tally
}

const importOf = (app: App, source: Source, folder: string, options: ImportOptions): Import => ({
  ...options,
  app,
  folder,
  tally: tallyOf(source, folder, options.map),
  onBytes: bytesRead(source, folder, options.progress),
  batch: options.shared ? BATCH.shared : BATCH.alone,
  rendering: createRendering(options),
})

/** Imports a community; stopped, it says what came in by then. */
export const importFrom = async (app: App, source: Source, folder: string, options: ImportOptions): Promise<Report> => {
  const one = importOf(app, source, folder, options)
  try {
    await source.bring(one)
    await applyMap(one)
    await relink(one)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
  } finally {
    await one.rendering.close()
  }
  return one.tally.report()
}

/** What came in, beside what there is in the dump; once everything is counted. */
export const compareWith = async (app: App, source: Source, folder: string, options: ImportOptions) => {
  const one = importOf(app, source, folder, options)
  try {
    return await source.compare(one)
  } finally {
    await one.rendering.close()
  }
}
