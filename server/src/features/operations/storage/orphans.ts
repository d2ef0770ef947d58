import { ORPHAN_HOURS } from '@askwell/contract/limits.ts'
import type { UploadStore } from '@askwell/contract/storage.ts'
import type { App } from '../../../events/events.ts'
import { HOUR } from '../../../lib/clock.ts'
import { dropUnused, listPathsIn, listUnused } from '../files/queries.ts'
import { originalOf } from '../files/smaller-pictures.ts'
import { storesInUse } from '../files/stores/of-site.ts'
import { NAMED_UPLOADS, type StoredFile } from '../files/stores/store.ts'
import { textsWithUploads } from './queries.ts'

/** Younger ones may be in a text that is being written. */
export const ORPHAN_AGE = ORPHAN_HOURS * HOUR
const AT_ONCE = 500
/** Texts may be long. */
const TEXTS_AT_ONCE = 50

export interface Orphan {
  /** 0: a file that no row knows. */
  id: number
  path: string
  bytes: number
}

/** What is named where uses aren't recorded one by one. */
const namedElsewhere = async ({ db }: App, signal: AbortSignal) => {
  const named = new Set<string>()
  for await (const texts of textsWithUploads(db, TEXTS_AT_ONCE)) {
    signal.throwIfAborted()
    for (const text of texts) for (const [, path] of text.matchAll(NAMED_UPLOADS)) named.add(path!)
  }
  return named
}

/** Uploads with a row that stand nowhere. */
export async function* unusedUploads(app: App, signal: AbortSignal, age = ORPHAN_AGE): AsyncGenerator<Orphan[]> {
  const named = await namedElsewhere(app, signal)
  const before = app.clock.now() - age
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const some = await listUnused(app.db, { after, before, limit: AT_ONCE })
    if (some.length === 0) return
    yield some.filter(({ path }) => !named.has(path))
    after = some.at(-1)!.id
  }
}

/** By itself: nobody finds them any more, and after some weeks they leave the disk. */
export const dropOrphans = async (app: App, signal = new AbortController().signal) => {
  for await (const some of unusedUploads(app, signal)) {
    const ids = some.map(({ id }) => id)
    if (ids.length) await app.transaction((tx) => dropUnused(tx.db, ids, tx.now()))
  }
}

/** Every file wherever uploads lie, so many at once. */
export async function* uploadedFiles(app: App, signal: AbortSignal) {
  for (const [storage, store] of await storesInUse(app))
    for await (const files of store.list()) {
      signal.throwIfAborted()
      yield { storage, store, files }
    }
}

/** Of these files, those that no row knows to lie there. */
export const strayOf = async (app: App, storage: UploadStore, files: StoredFile[]): Promise<Orphan[]> => {
  const old = files.filter(({ modified_at }) => modified_at < app.clock.now() - ORPHAN_AGE)
  const known = await listPathsIn(app.db, storage, [...new Set(old.map(({ path }) => originalOf(path)))])
  return old.filter(({ path }) => !known.has(originalOf(path))).map(({ path, bytes }) => ({ id: 0, path, bytes }))
}
