import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Amount, type Measured, STORAGE_KINDS, type StorageKind } from '@askwell/contract/storage.ts'
import type { App } from '../../../events/events.ts'
import type { TaskDoing } from '../../../events/tasks/task.ts'
import { filesBelow } from '../../../lib/no-symlinks.ts'
import type { Source } from '../files/policy.ts'
import { isCopy } from '../files/smaller-pictures.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'
import { describeDatabase } from '../statistics/queries.ts'
import { ARRIVING_AGE, unneededImports } from './clean.ts'
import { KIND_OF } from './largest.ts'
import { strayOf, unusedUploads, uploadedFiles } from './orphans.ts'
import { searchBytes } from './queries.ts'

/** The setting that has what was measured last. */
export const MEASURED = 'storage_measured'
export interface LastMeasured {
  at: number
  kinds: Measured[]
}

/** Plain files below a folder of the data folder. */
const amountBelow = async (folder: string, signal: AbortSignal, counts: (age: number) => boolean = () => true) => {
  const amount: Amount = { files: 0, bytes: 0 }
  for await (const path of existsSync(folder) ? filesBelow(folder) : []) {
    signal.throwIfAborted()
    const about = await lstat(join(folder, path)).catch(() => undefined) // deleted meanwhile
    if (!about?.isFile() || !counts((Date.now() - about.mtimeMs) / 1000)) continue
    amount.files++
    amount.bytes += about.size
  }
  return amount
}

/** Uploads by what they are for; what nothing names is counted for itself as well. */
const measureUploads = async (app: App, { signal, progress }: TaskDoing, total: number) => {
  const found = new Map<StorageKind, Amount>()
  const add = (kind: StorageKind, bytes: number) => {
    const amount = found.get(kind) ?? { files: 0, bytes: 0 }
    found.set(kind, { files: amount.files + 1, bytes: amount.bytes + bytes })
  }
  let seen = 0
  for await (const { storage, files } of uploadedFiles(app, signal)) {
    for (const { path, bytes } of files) {
      const kind = isCopy(path) ? 'smaller' : KIND_OF[path.split('/', 1)[0] as Source]
      if (kind) add(kind, bytes)
    }
    for (const { bytes } of await strayOf(app, storage, files)) add('orphans', bytes)
    progress((seen += files.length), Math.max(total, seen), 'uploads')
  }
  for await (const unused of unusedUploads(app, signal)) for (const { bytes } of unused) add('orphans', bytes)
  return found
}

/** As a long task: everything is counted anew. */
export const measureStorage = async (app: App, _: object, doing: TaskDoing) => {
  const { signal } = doing
  const { data } = app.config
  const below = (name: string, counts?: (age: number) => boolean) => amountBelow(join(data, name), signal, counts)
  const last = ((await measuredLast(app))?.kinds ?? []).reduce((sum, { files }) => sum + files, 0)
  const found = await measureUploads(app, doing, last)
  found.set('database', { files: 1, bytes: (await describeDatabase(app.db)).bytes })
  found.set('search', { files: 1, bytes: await searchBytes(app.db) })
  for (const kind of ['backups', 'exports', 'imports', 'arriving', 'archives', 'outbox'] as const)
    found.set(kind, await below(kind))
  const none: Amount = { files: 0, bytes: 0 }
  const cleanable: Partial<Record<StorageKind, Amount>> = {
    orphans: found.get('orphans') ?? none,
    smaller: found.get('smaller') ?? none,
    exports: found.get('exports') ?? none,
    imports: (await unneededImports(app)).reduce(
      ({ files, bytes }, one) => ({ files: files + 1, bytes: bytes + one.bytes }),
      none,
    ),
    arriving: await below('arriving', (age) => age > ARRIVING_AGE),
  }
  const kinds: Measured[] = STORAGE_KINDS.map((kind) => ({
    kind,
    ...(found.get(kind) ?? none),
    cleanable: cleanable[kind] ?? null,
  }))
  await app.transaction((tx) => saveSetting(tx.db, MEASURED, { at: tx.now(), kinds } satisfies LastMeasured, tx.now()))
  return { bytes: kinds.reduce((sum, { kind, bytes }) => (WITHIN.includes(kind) ? sum : sum + bytes), 0) }
}

/** Counted elsewhere already. */
export const WITHIN: readonly StorageKind[] = ['search', 'orphans']

export const measuredLast = async ({ db }: Pick<App, 'db'>) =>
  (await findSetting(db, MEASURED)) as LastMeasured | undefined
