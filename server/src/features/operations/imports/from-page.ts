import { rename } from 'node:fs/promises'
import type { ImportReport } from '@askwell/contract/imports.ts'
import type { App } from '../../../events/events.ts'
import type { TaskDoing } from '../../../events/tasks/task.ts'
import { beginTask } from '../../../events/tasks/service.ts'
import { actingNow, type By } from '../../../lib/acting.ts'
import { Conflict, Invalid } from '../../../lib/errors.ts'
import { recordAudit } from '../audit/queries.ts'
import { beginsAsArchive, isArchiveName } from './archives.ts'
import { ImportRunning } from './alone.ts'
import { importDump, NobodyHere, SameNames } from './import-dump.ts'
import { reportOf } from './import-report.ts'
import {
  type Dump,
  ensureThere,
  existingMap,
  existingUpload,
  nameOfDump,
  newUploadPlace,
  openDump,
  removeUpload,
} from './place.ts'
import { PrivateSite } from './private-site.ts'
import { countOrigins } from './queries.ts'

const entry = (by: By | { actor_id: number }, action: string, before: unknown, after: unknown) =>
  ({ ...by, action, object_type: 'site', object_id: 0, before, after }) as const

/** It is unpacked by the long work that needs it. */
export const take = async (
  app: App,
  actor_id: number,
  uploaded: { name: string; path: string; size: number } | undefined,
) => {
  if (!uploaded?.size) throw new Invalid([{ field: 'file', reason: 'field.required' }])
  const isMap = /\.csv$/i.test(uploaded.name)
  if (!isMap && !isArchiveName(uploaded.name))
    throw new Invalid([{ field: 'file', reason: 'error.import.archive' }], 'error.import.archive')
  if (!isMap && !(await beginsAsArchive(uploaded.path, uploaded.name)))
    throw new Invalid([{ field: 'file', reason: 'error.import.damaged' }], 'error.import.damaged')
  const { name, place } = newUploadPlace(app.config.data, uploaded.name)
  await rename(uploaded.path, place)
  await app.transaction((tx) =>
    recordAudit(tx, entry({ actor_id }, 'import.uploaded', null, { name, bytes: uploaded.size })),
  )
  return name
}

export const remove = async (app: App, actor_id: number, name: string) => {
  await removeUpload(existingUpload(app, name))
  await app.transaction((tx) => recordAudit(tx, entry({ actor_id }, 'import.deleted', { name }, null)))
  return null
}

export const examine = async (app: App, actor_id: number, { site = '', ...given }: DumpToTry) => {
  const dump: DumpToTry = { ...given, ...(site.trim() && { site: site.trim() }) }
  await ensureThere(app, dump, dump.map)
  await beginTask(app, actor_id, 'examine_dump', dump, (tx) =>
    recordAudit(tx, entry({ actor_id }, 'import.examined', null, dump)),
  )
  return null
}

/** With a list of its members, perhaps. */
export interface DumpWithMap extends Dump {
  map?: string
  same_names_are_others?: boolean
}

/** With the name of the old site, if somebody says it. */
export interface DumpToTry extends DumpWithMap {
  site?: string
}

export interface Order extends DumpWithMap {
  by: By
  site: string
}

export const begin = async (app: App, actor_id: number, { site = '', ...dump }: DumpToTry) => {
  await ensureThere(app, dump, dump.map)
  const by = actingNow(actor_id)
  await beginTask(app, actor_id, 'import_dump', { ...dump, by, site: site.trim() } satisfies Order, (tx) =>
    recordAudit(tx, entry(by, 'import.begun', null, { ...dump, ...(site && { site }) })),
  )
  return null
}

const STEPS = 1000

/** What was there before the first row came in: what a process has brought in before it was killed counts, too. */
interface State {
  site: string
  before: Record<string, number>
}

/** As a long task. Stopped or killed it goes on where it was: every thing that came in has a row that says so. */
export const runImport = async (app: App, { by, site, ...dump }: Order, doing: TaskDoing): Promise<ImportReport> => {
  const began = performance.now()
  const folder = await openDump(app, dump, doing)
  let state = doing.state as State | undefined
  const begin = async (name: string) => {
    if (state) return
    state = { site: name, before: await countOrigins(app.db, name) }
    await doing.save(state)
  }
  // Where it only knows its share, that is a part of one: tasks count in whole steps.
  const progress: TaskDoing['progress'] = (done, total, what) =>
    doing.progress(Math.round((done / Math.max(total, 1)) * STEPS), STEPS, what)
  const name = state?.site ?? site
  const report = await importDump(
    app,
    {
      folder,
      as: nameOfDump(app, dump),
      ...(name && { site: name }),
      ...(dump.map && { map: existingMap(app, dump.map) }),
      ...(dump.same_names_are_others && { same_names_are_others: true }),
    },
    { ...doing, progress },
    begin,
  ).catch((error: unknown) => {
    if (error instanceof ImportRunning) throw new Conflict('error.import.running')
    if (error instanceof SameNames) throw new Conflict('error.import.same_names', { values: { names: error.names } })
    if (error instanceof PrivateSite) throw new Conflict('error.import.private')
    if (error instanceof NobodyHere) throw new Conflict('error.import.nobody_here', { values: { name: error.here } })
    throw error
  })
  doing.signal.throwIfAborted()
  const { before } = state!
  const now = await countOrigins(app.db, report.site)
  for (const [file, its] of Object.entries(report.files)) {
    // Authors who had no account there get one here, and stand in no row.
    const most = its.rows - its.other - its.broken
    const came = Math.max(its.added, Math.min(most, (now[file] ?? 0) - (before[file] ?? 0)))
    its.present = Math.max(0, its.present - (came - its.added))
    its.added = came
  }
  const told = reportOf(report, dump, (performance.now() - began) / 1000)
  const counts = Object.fromEntries(
    told.files.map(({ file, added, present, broken }) => [file, { added, present, broken }]),
  )
  await app.transaction((tx) =>
    recordAudit(tx, entry(by, 'import.ended', null, { name: dump.name, site: told.site, ...counts })),
  )
  return told
}
