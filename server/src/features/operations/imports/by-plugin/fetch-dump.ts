import { createHash } from 'node:crypto'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FetchReport } from '@askwell/contract/imports.ts'
import { Problem } from '../../../../commands/problem.ts'
import type { App } from '../../../../events/events.ts'
import type { Doing } from '../../../../events/doing.ts'
import { beginTask } from '../../../../events/tasks/service.ts'
import { actingNow } from '../../../../lib/acting.ts'
import { createArchive } from '../../../../lib/archive.ts'
import { BadRequest, Conflict } from '../../../../lib/errors.ts'
import { makeFolder } from '../../../../lib/folders.ts'
import { PluginWaits } from '../../../../lib/isolated-plugin.ts'
import { IMPORTED_TABLES } from '../../../../lib/plugin-ports/importer.ts'
import { recordAudit } from '../../audit/queries.ts'
import { existingUpload, filesOf, importsFolder, newUploadPlace, openDump } from '../place.ts'
import { type Fetched, openFetched } from './fetched.ts'
import { type GivenFile, openGiven, stateOfFile } from './given-files.ts'

/** A page that fails is asked for again after these; tests don't wait as long. */
export const failing = { pausesMs: [1000, 5000] }
/** Without these it would be no dump. */
const NEEDED = new Set<string>(['members', 'questions'])

interface Wish {
  plugin: string
  /** Where the plugin reads one: an upload by its name, or on the command line a file by its path. */
  file?: string
}

/** A plugin that reads files has to have one of those that it reads; another one has none. */
const isFitting = (endings: readonly string[], file: string | undefined) =>
  file === undefined ? endings.length === 0 : endings.some((ending) => file.toLowerCase().endsWith(ending))

const endingsReadBy = (app: App, plugin: string) => {
  if (!app.plugins.having('importer').includes(plugin)) throw new BadRequest('error.plugin.not_found')
  return app.plugins.readsFiles(plugin)
}

const uploadFor = (app: App, { plugin, file }: Wish): GivenFile | undefined => {
  const endings = endingsReadBy(app, plugin)
  if (!isFitting(endings, file))
    throw new BadRequest('error.import.no_file', { values: { endings: endings.join(', ') } })
  if (file === undefined) return undefined
  const path = existingUpload(app, file)
  return { path, unpacked: filesOf(path) }
}

/** Somewhere on the machine, as who commands names it. */
const fileFor = async (app: App, { plugin, file }: Wish): Promise<GivenFile | undefined> => {
  const endings = endingsReadBy(app, plugin)
  if (!isFitting(endings, file))
    throw new Problem(
      endings.length
        ? `${plugin} reads a file: name one that ends in ${endings.join(' or ')}.`
        : `${plugin} reads no file: it asks a service.`,
    )
  if (file === undefined) return undefined
  const about = await stat(file).catch((error: Error) => {
    throw new Problem(`${file} can't be read: ${error.message}.`)
  })
  if (!about.isFile()) throw new Problem(`${file} is no file.`)
  return {
    path: await realpath(file),
    unpacked: filesOf(join(importsFolder(app.config.data), plugin)),
    isFleeting: true,
  }
}

/** The page at `from`, with the patience that a service asks for. */
const readPage = async (app: App, plugin: string, from: string | undefined, signal: AbortSignal) => {
  for (let failures = 0; ;) {
    signal.throwIfAborted()
    try {
      return await app.plugins.ask(plugin, 'importer.read', from === undefined ? {} : { from })
    } catch (error) {
      const waits = error instanceof PluginWaits
      const pause = waits ? error.seconds * 1000 : failing.pausesMs[failures++]
      if (pause === undefined) throw new Conflict('error.import.fetch', { values: { why: (error as Error).message } })
      await setTimeout(pause, undefined, { signal })
    }
  }
}

const readAll = async (
  app: App,
  plugin: string,
  fetched: Fetched,
  { signal, progress }: Pick<Doing, 'signal' | 'progress'>,
) => {
  for (let from = fetched.next(); ;) {
    const { next, progress: how, ...rows } = await readPage(app, plugin, from, signal)
    if (next !== undefined && next === from)
      throw new Conflict('error.import.fetch', { values: { why: 'it goes round in circles' } })
    fetched.put(rows, next)
    if (how) progress(Math.min(how.done, how.total), how.total, plugin)
    if (next === undefined) return
    from = next
  }
}

const pack = async (app: App, plugin: string, fetched: Fetched) => {
  const { name, place } = newUploadPlace(app.config.data, `${plugin}.tar.gz`)
  const unfinished = `${place}.new`
  await rm(unfinished, { force: true })
  const archive = createArchive(unfinished, new Date(app.clock.now() * 1000))
  try {
    for (const table of IMPORTED_TABLES) {
      const { n, bytes } = fetched.countOf(table)
      if (n || NEEDED.has(table)) await archive.addStream(`${table}.jsonl`, bytes, toAsync(fetched.linesOf(table)))
    }
    await archive.close()
    await rename(unfinished, place)
    return name
  } catch (error) {
    await archive.abandon()
    await rm(unfinished, { force: true })
    throw error
  }
}
async function* toAsync(lines: Iterable<Buffer>) {
  yield* lines
}

/** Has a plugin say all that it brings, into an archive that is imported like any other. Stopped, it goes on where it was. */
const fetchFrom = async (app: App, plugin: string, file: GivenFile | undefined, doing: Doing): Promise<FetchReport> => {
  const folder = importsFolder(app.config.data)
  makeFolder(folder, 0o700)
  const of = file === undefined ? '' : await stateOfFile(file)
  const state = createHash('sha256')
    .update(`${app.plugins.stateOf(plugin)}\n${of}`)
    .digest('hex')
  const fetched = openFetched(join(folder, `${plugin}.fetched`), state)
  // Only now is it clear that nobody else is at it.
  const clear = async () => file?.isFleeting && rm(file.unpacked, { recursive: true, force: true })
  try {
    await clear()
    const files = file === undefined ? undefined : await openGiven(file, doing)
    await app.plugins.offering(plugin, files, () => readAll(app, plugin, fetched, doing))
    const name = await pack(app, plugin, fetched)
    const rows = Object.fromEntries(
      IMPORTED_TABLES.map((table) => [table, fetched.countOf(table).n]),
    ) as FetchReport['rows']
    await clear()
    fetched.remove()
    return { name, rows }
  } catch (error) {
    await clear()
    fetched.close()
    throw error
  }
}

export const fetchDump = (app: App, wish: Wish, doing: Doing) =>
  fetchFrom(app, wish.plugin, uploadFor(app, wish), doing)

export const beginFetch = async (app: App, actor_id: number, wish: Wish) => {
  uploadFor(app, wish)
  await beginTask(app, actor_id, 'fetch_dump', wish, (tx) =>
    recordAudit(tx, {
      ...actingNow(actor_id),
      action: 'import.fetched',
      object_type: 'site',
      object_id: 0,
      before: null,
      after: wish,
    }),
  )
  return null
}

/** As a command, which imports it from the folder that it unpacks to. */
export const fetchToFolder = async (app: App, wish: Wish, doing: Doing) => {
  const file = await fileFor(app, wish)
  const { name } = await fetchFrom(app, wish.plugin, file, doing).catch((error: unknown) => {
    if (!doing.signal.aborted) throw error
    throw new Problem('Stopped. What was fetched stays; the same command again goes on from there.')
  })
  return { folder: await openDump(app, { source: 'upload', name }, doing) }
}
