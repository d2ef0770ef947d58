import { basename } from 'node:path'
import { occupyWork } from '../../../db/pub-sub.ts'
import { refreshStatistics, writeInBulk } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import { indexLanguage } from '../../content/search/queries.ts'
import { siteSettings } from '../settings/views.ts'
import { countAll } from '../../../commands/counts.ts'
import { Problem } from '../../../commands/problem.ts'
import type { Doing } from '../../../events/doing.ts'
import { compareWith, ensureDump, importFrom, NotADump } from './source.ts'
import { nameOf } from './same-site.ts'
import { SOURCES, sourceOf } from './sources.ts'
import type { SourceName } from '@askwell/contract/imports.ts'

export interface DumpToImport {
  folder: string
  /** Its form; without it that which its files have. */
  format?: SourceName
  /** The name of the old site; without it the name it already has here, or else that of the folder. */
  site?: string
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

/** What it is, and under which name it is remembered. */
export const identify = async (app: App, { folder, site, format, as = basename(folder) }: DumpToImport) => {
  const source = SOURCES[format ?? sourceOf(folder) ?? 'stackexchange']
  ensureDump(source, folder)
  return { source, name: site ?? (await nameOf(app.db, source, folder, as)) }
}

const bringIn = async (app: App, dump: DumpToImport, doing: Doing) => {
  const { folder } = dump
  try {
    const { source, name } = await identify(app, dump)
    const language = (await indexLanguage(app.db)) ?? (await siteSettings(app)).interface.language
    if (!doing.shared) await writeInBulk(app)
    const options = { site: name, language, ...doing }
    const report = await importFrom(app, source, folder, options)
    await countAll(app, (part, share) => doing.progress(share, 1, `counting ${part}`))
    await app.transaction(async (tx) => {
      await refreshStatistics(tx.db)
      await tx.emit('site.imported', { actor_id: 0, object_type: 'user', object_id: 0, question_id: 0, counted: true })
    })
    const isWhole = report.left.length === 0
    const comparison = isWhole ? await compareWith(app, source, folder, options) : undefined
    return { ...report, comparison, site: name }
  } catch (error) {
    throw error instanceof NotADump ? new Problem(error.message) : error
  }
}

/** Imports a community from its dump; run again, it continues. Whatever was imported, the counts are right at the end. */
export const importDump = (app: App, dump: DumpToImport, doing: Doing) => alone(app, () => bringIn(app, dump, doing))
