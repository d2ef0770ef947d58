import { basename } from 'node:path'
import { refreshStatistics, withFewPages, writeInBulk } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import { indexLanguage } from '../../content/search/queries.ts'
import { withSmallHeap } from '../../../lib/small-heap.ts'
import { siteSettings } from '../settings/views.ts'
import { countAll } from '../../../commands/counts.ts'
import { Problem } from '../../../commands/problem.ts'
import type { Doing } from '../../../events/doing.ts'
import { alone } from './alone.ts'
import { batches, type ImportOptions } from './batches.ts'
import { listByName } from './queries.ts'
import { NotADump } from './not-a-dump.ts'
import { compareWith, importFrom, openDump, type Opening, type Source } from './source.ts'
import { Stopped } from './import-stopped.ts'
import { type MemberMap, readMap } from './member-map.ts'
import { sameNames } from './same-names.ts'
import { sameQuestions } from './same-questions.ts'
import type { Selection } from './selection.ts'
import { nameOf } from './same-site.ts'
import { SOURCES, sourceOf } from './sources.ts'
import type { SourceName } from '@askwell/contract/imports.ts'

export interface DumpToImport {
  folder: string
  /** Its form; without it that which its files have. */
  format?: SourceName
  /** The name of the old site; without it the name it already has here, or else that of the folder. */
  site?: string
  /** The folder that its uploads lie in. */
  files?: string
  /** Its settings come, too, also where this site has members of its own. */
  settings?: boolean
  /** A list of its members with their addresses (`member-map.ts`). */
  map?: string
  /** Members who are called like somebody here are other people, and get names of their own; else nothing comes in before that is said. */
  same_names_are_others?: boolean
  /** Though most of its first questions are asked here, it isn't a community that has come in before. */
  same_questions_are_others?: boolean
  /** Only so many questions, the first, with what belongs to them. */
  limit?: number
  /** What a new one is called if nobody says; else as the folder is. */
  as?: string
}

/** Nothing has come in: who is who is asked first. */
export class SameNames extends Problem {
  readonly names: string
  constructor(count: number, first: string[]) {
    const names = `${first.join(', ')}${count > first.length ? ', …' : ''}`
    super(
      `${count} members are called like somebody here or have the address of staff: ${names}. Say who is the same person in a list of members (--map, columns member and here), and with --same-names-are-others that all the rest are other people.`,
    )
    this.names = names
  }
}

/** Nothing has come in: it may all be here already, from another form of the same dump. */
export class SameQuestions extends Problem {
  readonly titles: string
  constructor(same: string[]) {
    const titles = `${same.slice(0, TITLES_SHOWN).join(' · ')}${same.length > TITLES_SHOWN ? ' · …' : ''}`
    super(
      `Most of its first questions are asked here, too: ${titles}. If the same community came in before in another form, take that back first (import undo), or leave it; if it is another one, say --same-questions-are-others.`,
    )
    this.titles = titles
  }
}
const TITLES_SHOWN = 3

/** Nothing has come in: the list names accounts that aren't here. */
export class NobodyHere extends Problem {
  readonly here: string
  constructor({ line, here = '' }: { line: number; here?: string | undefined }) {
    super(`Nobody here is called ${here}, as row ${line} of the list of members says.`)
    this.here = here
  }
}

const NAMES_SHOWN = 10
const NAMES_AT_ONCE = 500

const refuseUnknownNames = async (app: App, map: MemberMap | undefined) => {
  const named = [...(map?.members.values() ?? [])].filter(({ here }) => here)
  for await (const some of batches(named, NAMES_AT_ONCE)) {
    const there = await listByName(
      app.db,
      some.map(({ here }) => here!),
    )
    const lost = some.find(({ here }) => !there.has(here!))
    if (lost) throw new NobodyHere(lost)
  }
}

const refuseSameNames = async (
  app: App,
  source: Source,
  name: string,
  folder: string,
  map: MemberMap | undefined,
  { signal, selection }: Pick<ImportOptions, 'signal' | 'selection'>,
) => {
  const first: string[] = []
  let count = 0
  for await (const { username } of sameNames(app, name, source.members(folder, signal, selection), map))
    if (++count <= NAMES_SHOWN) first.push(username)
  if (count) throw new SameNames(count, first)
}

const problemOf = (error: unknown) =>
  error instanceof NotADump
    ? new Problem(error.message, { cause: error })
    : error instanceof Stopped
      ? new Problem('Stopped. Nothing was written.')
      : error

/** What the list says of members who don't come isn't missed. */
const selectedOf = (map: MemberMap, selection: Selection | undefined): MemberMap =>
  selection ? { ...map, members: new Map([...map.members].filter(([key]) => selection.members.has(key))) } : map

/** What it is, opened while `work` reads it, and under which name it is remembered. */
export const withDump = async <T>(
  app: App,
  { folder, site, format, map, limit, as = basename(folder) }: DumpToImport,
  doing: Opening,
  work: (source: Source, name: string, chosen: Pick<ImportOptions, 'map' | 'selection'>) => Promise<T>,
) => {
  const opened = async () => ({
    members: map === undefined ? undefined : await readMap(map),
    ...(await openDump(SOURCES[format ?? sourceOf(folder) ?? 'stackexchange'], folder, doing)),
  })
  const { members, source, close } = await opened().catch((error: unknown) => {
    throw problemOf(error)
  })
  try {
    const name = site ?? (await nameOf(app.db, source, folder, as))
    const selection = limit === undefined ? undefined : await source.select(folder, limit, doing.signal)
    return await work(source, name, { map: members && selectedOf(members, selection), selection })
  } catch (error) {
    throw problemOf(error)
  } finally {
    close()
  }
}

/** Called with the name of the old site before anything of it comes in. */
type Beginning = (site: string) => Promise<void>

/** Makes the counts right, and tells of what came in. */
const finish = async (app: App, doing: Doing) => {
  await countAll(app, (part, share) => doing.progress(share, 1, `counting ${part}`))
  await app.transaction(async (tx) => {
    await refreshStatistics(tx.db)
    await tx.emit('site.imported', { actor_id: 0, object_type: 'user', object_id: 0, question_id: 0, counted: true })
  })
}

const bringIn = (app: App, dump: DumpToImport, doing: Doing, begin: Beginning) =>
  withDump(app, dump, doing, async (source, name, { map, selection }) => {
    const { folder, files, settings, limit } = dump
    await source.refuse?.({ app, site: name, settings, selection })
    await refuseUnknownNames(app, map)
    const same = dump.same_questions_are_others ? [] : await sameQuestions(app.db, source, folder, name)
    if (same.length) throw new SameQuestions(same)
    if (!dump.same_names_are_others) await refuseSameNames(app, source, name, folder, map, { ...doing, selection })
    await begin(name)
    const language = (await indexLanguage(app.db)) ?? (await siteSettings(app)).interface.language
    if (!doing.shared) await writeInBulk(app)
    const options = { site: name, language, files, settings, map, selection, ...doing }
    const report = await importFrom(app, source, folder, options).catch(async (error: unknown) => {
      await finish(app, doing).catch(() => {}) // what went wrong first is said
      throw error
    })
    await finish(app, doing)
    const isWhole = report.left.length === 0
    const comparison = isWhole ? await compareWith(app, source, folder, options) : undefined
    return { ...report, comparison, site: name, limit }
  })

/** Imports a community from its dump; run again, it continues. Whatever was imported, the counts are right at the end. */
export const importDump = (app: App, dump: DumpToImport, doing: Doing, begin: Beginning = async () => {}) =>
  alone(app, () => {
    const work = () => bringIn(app, dump, doing, begin)
    return doing.shared ? withSmallHeap(() => withFewPages(app, work)) : work()
  })
