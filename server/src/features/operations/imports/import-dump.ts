import { basename } from 'node:path'
import { occupyWork } from '../../../db/pub-sub.ts'
import { refreshStatistics, writeInBulk } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import { indexLanguage } from '../../content/search/queries.ts'
import { siteSettings } from '../settings/views.ts'
import { countAll } from '../../../commands/counts.ts'
import { Problem } from '../../../commands/problem.ts'
import type { Doing } from '../../../events/doing.ts'
import { NotADump } from './not-a-dump.ts'
import { compareWith, importFrom, openDump, type Opening, type Source } from './source.ts'
import { Stopped } from './import-stopped.ts'
import { type MemberMap, readMap } from './member-map.ts'
import { nameOf } from './same-site.ts'
import { SOURCES, sourceOf } from './sources.ts'
import type { SourceName } from '@askwell/contract/imports.ts'

export interface DumpToImport {
  folder: string
  /** Its form; without it that which its files have. */
  format?: SourceName
  /** The name of the old site; without it the name it already has here, or else that of the folder. */
  site?: string
  /** A list of its members with their addresses (`member-map.ts`). */
  map?: string
  /** What a new one is called if nobody says; else as the folder is. */
  as?: string
}

/** One at a time, by the command line and from the page alike: two would bring the same things in twice. */
export class ImportRunning extends Problem {
  constructor() {
    super('An import is running already; wait until it has ended.')
  }
}

/** In this process; the lock of the database keeps the others out. */
const importing = new WeakSet<App>()

const alone = async <T>(app: App, work: () => Promise<T>) => {
  if (importing.has(app)) throw new ImportRunning()
  importing.add(app)
  try {
    const occupied = await occupyWork(app, 'importing')
    if (!occupied) throw new ImportRunning()
    try {
      return await work()
    } finally {
      await occupied.release()
    }
  } finally {
    importing.delete(app)
  }
}

const problemOf = (error: unknown) =>
  error instanceof NotADump
    ? new Problem(error.message)
    : error instanceof Stopped
      ? new Problem('Stopped. Nothing was written.')
      : error

/** What it is, opened while `use` reads it, and under which name it is remembered. */
export const withDump = async <T>(
  app: App,
  { folder, site, format, map, as = basename(folder) }: DumpToImport,
  doing: Opening,
  use: (source: Source, name: string, map: MemberMap | undefined) => Promise<T>,
) => {
  const opened = async () => ({
    members: map === undefined ? undefined : await readMap(map),
    ...(await openDump(SOURCES[format ?? sourceOf(folder) ?? 'stackexchange'], folder, doing)),
  })
  const { members, source, close } = await opened().catch((error: unknown) => {
    throw problemOf(error)
  })
  try {
    return await use(source, site ?? (await nameOf(app.db, source, folder, as)), members)
  } catch (error) {
    throw problemOf(error)
  } finally {
    close()
  }
}

/** Called with the name of the old site before anything of it comes in. */
type Beginning = (site: string) => Promise<void>

const bringIn = (app: App, dump: DumpToImport, doing: Doing, begin: Beginning) =>
  withDump(app, dump, doing, async (source, name, map) => {
    const { folder } = dump
    await begin(name)
    const language = (await indexLanguage(app.db)) ?? (await siteSettings(app)).interface.language
    if (!doing.shared) await writeInBulk(app)
    const options = { site: name, language, map, ...doing }
    const report = await importFrom(app, source, folder, options)
    await countAll(app, (part, share) => doing.progress(share, 1, `counting ${part}`))
    await app.transaction(async (tx) => {
      await refreshStatistics(tx.db)
      await tx.emit('site.imported', { actor_id: 0, object_type: 'user', object_id: 0, question_id: 0, counted: true })
    })
    const isWhole = report.left.length === 0
    const comparison = isWhole ? await compareWith(app, source, folder, options) : undefined
    return { ...report, comparison, site: name }
  })

/** Imports a community from its dump; run again, it continues. Whatever was imported, the counts are right at the end. */
export const importDump = (app: App, dump: DumpToImport, doing: Doing, begin: Beginning = async () => {}) =>
  alone(app, () => bringIn(app, dump, doing, begin))
