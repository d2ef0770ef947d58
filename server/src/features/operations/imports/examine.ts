import type { ImportReport } from '@askwell/contract/imports.ts'
import type { App } from '../../../events/events.ts'
import type { Doing } from '../../../events/doing.ts'
import type { TaskDoing } from '../../../events/tasks/task.ts'
import { batches } from './batches.ts'
import { type DumpToImport, withDump } from './import-dump.ts'
import { examineMap } from './member-map.ts'
import { sameNames } from './same-names.ts'
import { sameQuestions } from './same-questions.ts'
import { reportOf } from './import-report.ts'
import { failureOf } from './not-begun.ts'
import type { DumpToTry } from './from-page.ts'
import { chosenOf, nameOfDump, openDump } from './place.ts'
import { listOrigins, type OriginKind } from './queries.ts'
import { bytesRead, tallyOf } from './source.ts'

const AT_ONCE = 500

/** As the forms call them. */
const MEMBERS = new Set(['Users', 'members', 'user'])

interface Found {
  file: string
  kind: OriginKind
  key: string
}

const countPresent = async (app: App, site: string, kind: OriginKind, some: Found[]) =>
  (
    await listOrigins(
      app.db,
      site,
      kind,
      some.map(({ key }) => key),
    )
  ).size

/** What an import would do. It reads everything and writes nothing. */
export const tryDump = (app: App, dump: DumpToImport, { signal, progress }: Omit<Doing, 'shared'>) =>
  withDump(app, dump, { signal, progress }, async (source, site, { map, selection }) => {
    const tally = tallyOf(source, dump.folder, map)
    const seen = new Set<string>()
    const one = {
      app,
      site,
      folder: dump.folder,
      files: dump.files,
      settings: dump.settings,
      tally,
      signal,
      selection,
      onBytes: bytesRead(source, dump.folder, progress),
    }
    for await (const batch of batches(source.examine(one), AT_ONCE)) {
      for (const { kind, key } of batch) if (kind === 'user' && map?.members.has(key)) seen.add(key)
      for (const [file, its] of Map.groupBy(batch, (found) => found.file))
        for (const [kind, some] of Map.groupBy(its, (found) => found.kind)) {
          const present = await countPresent(app, site, kind, some)
          tally.note(file, { added: some.length - present, present })
        }
    }
    if (map) examineMap(tally, map, seen)
    let same_names = 0
    for await (const { line, key, username, isAddressOfStaff } of sameNames(
      app,
      site,
      source.members(dump.folder, signal, selection),
      map,
    )) {
      same_names++
      tally.remark(
        source.counted.find((file) => MEMBERS.has(file))!,
        line,
        isAddressOfStaff
          ? `member ${key} has the address of ${username}, who is staff here`
          : `member ${key} is called like ${username} here`,
      )
    }
    const same_questions = (await sameQuestions(app.db, source, dump.folder, site)).length
    tally.finish(...source.counted, ...source.more)
    return { ...tally.report(), site, same_names, same_questions, limit: dump.limit }
  })

/** The same as a long task. */
export const examineDump = async (app: App, dump: DumpToTry, doing: TaskDoing): Promise<ImportReport> =>
  examineOpened(app, dump, doing).catch((error: unknown) => {
    throw failureOf(error, false)
  })

const examineOpened = async (app: App, dump: DumpToTry, doing: TaskDoing) => {
  const began = performance.now()
  const folder = await openDump(app, dump, doing)
  const report = await tryDump(
    app,
    {
      folder,
      as: nameOfDump(app, dump),
      ...(dump.site && { site: dump.site }),
      ...(await chosenOf(app, folder, dump)),
    },
    doing,
  )
  doing.signal.throwIfAborted()
  return reportOf(report, dump, (performance.now() - began) / 1000)
}
