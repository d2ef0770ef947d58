import { rename } from 'node:fs/promises'
import type { ImportReport } from '@askwell/contract/imports.ts'
import type { App } from '../../../events/events.ts'
import type { TaskDoing } from '../../../events/tasks/task.ts'
import { beginTask } from '../../../events/tasks/service.ts'
import { actingNow, type By } from '../../../lib/acting.ts'
import { Invalid } from '../../../lib/errors.ts'
import { recordAudit } from '../audit/queries.ts'
import { beginsAsArchive, faultOfDump, isArchiveName } from './archives.ts'
import { importDump } from './import-dump.ts'
import { reportOf } from './import-report.ts'
import { isMemberMap } from './member-map.ts'
import { failureOf } from './not-begun.ts'
import {
  type Choices,
  chosenOf,
  type Dump,
  ensureThere,
  existingUpload,
  isPluginFile,
  nameOfDump,
  newUploadPlace,
  openDump,
  removeUpload,
} from './place.ts'
import { countOrigins } from './queries.ts'
import type { RunState } from './run-state.ts'

const entry = (by: By | { actor_id: number }, action: string, before: unknown, after: unknown) =>
  ({ ...by, action, object_type: 'site', object_id: 0, before, after }) as const

const endingsRead = ({ plugins }: App) => plugins.having('importer').flatMap((plugin) => plugins.readsFiles(plugin))

/** Why it isn't taken, as far as that can be told at once. What a plugin reads need be no dump. */
const faultOf = async (app: App, { name, path }: { name: string; path: string }) => {
  if (/\.csv$/i.test(name)) return (await isMemberMap(path)) ? undefined : 'error.import.no_members'
  const isRead = endingsRead(app).some((ending) => name.toLowerCase().endsWith(ending))
  if (!isArchiveName(name)) return isRead && isPluginFile(name) ? undefined : 'error.import.archive'
  if (!(await beginsAsArchive(path, name))) return 'error.import.damaged'
  return isRead ? undefined : faultOfDump(path, name)
}

/** It is unpacked by the long work that needs it. */
export const take = async (
  app: App,
  actor_id: number,
  uploaded: { name: string; path: string; size: number } | undefined,
) => {
  if (!uploaded?.size) throw new Invalid([{ field: 'file', reason: 'field.required' }])
  const fault = await faultOf(app, uploaded)
  if (fault) throw new Invalid([{ field: 'file', reason: fault }], fault)
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
  await ensureThere(app, dump)
  await beginTask(app, actor_id, 'examine_dump', dump, (tx) =>
    recordAudit(tx, entry({ actor_id }, 'import.examined', null, dump)),
  )
  return null
}

export interface ChosenDump extends Dump, Choices {
  same_names_are_others?: boolean
  same_questions_are_others?: boolean
}

/** With the name of the old site, if somebody says it. */
export interface DumpToTry extends ChosenDump {
  site?: string
}

export interface Order extends ChosenDump {
  by: By
  site: string
}

export const begin = async (app: App, actor_id: number, { site = '', ...dump }: DumpToTry) => {
  await ensureThere(app, dump)
  const by = actingNow(actor_id)
  await beginTask(app, actor_id, 'import_dump', { ...dump, by, site: site.trim() } satisfies Order, (tx) =>
    recordAudit(tx, entry(by, 'import.begun', null, { ...dump, ...(site && { site }) })),
  )
  return null
}

const STEPS = 1000

/** Undefined until the first row may come in. */
interface Begun {
  state: RunState | undefined
}

/** As a long task. Stopped or killed it goes on where it was: every thing that came in has a row that says so. */
export const runImport = async (app: App, order: Order, doing: TaskDoing): Promise<ImportReport> => {
  const saved = doing.state as RunState | undefined
  const begun: Begun = { state: saved?.undone_at ? undefined : saved }
  try {
    return await bringIn(app, order, doing, begun)
  } catch (error) {
    throw failureOf(error, begun.state !== undefined)
  }
}

const bringIn = async (app: App, { by, site, ...dump }: Order, doing: TaskDoing, begun: Begun) => {
  const began = performance.now()
  const folder = await openDump(app, dump, doing)
  const begin = async (name: string) => {
    if (begun.state) return
    begun.state = { site: name, before: await countOrigins(app.db, name) }
    await doing.save(begun.state)
  }
  // Where it only knows its share, that is a part of one: tasks count in whole steps.
  const progress: TaskDoing['progress'] = (done, total, what) =>
    doing.progress(Math.round((done / Math.max(total, 1)) * STEPS), STEPS, what)
  const name = begun.state?.site ?? site
  const report = await importDump(
    app,
    {
      folder,
      as: nameOfDump(app, dump),
      ...(name && { site: name }),
      ...(await chosenOf(app, folder, dump)),
      ...(dump.same_names_are_others && { same_names_are_others: true }),
      ...(dump.same_questions_are_others && { same_questions_are_others: true }),
    },
    { ...doing, progress },
    begin,
  )
  doing.signal.throwIfAborted()
  const { before } = begun.state!
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
