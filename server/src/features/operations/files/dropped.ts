import { DELETED_FILE_DAYS } from '@askwell/contract/limits.ts'
import { UPLOAD_STORES, type UploadStore } from '@askwell/contract/storage.ts'
import type { App } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { deleteFiles, listDropped } from './queries.ts'
import { withCopies } from './smaller-pictures.ts'
import { storeNamed } from './stores/of-site.ts'

const REMOVED_AT_ONCE = 100

type Dropped = Awaited<ReturnType<typeof listDropped>>

const removeFrom = async (app: App, name: UploadStore, dropped: Dropped) => {
  const store = await storeNamed(app, name)
  await store.remove(dropped.flatMap(({ path, width }) => withCopies(path, width)))
  await app.transaction((tx) =>
    deleteFiles(
      tx.db,
      name,
      dropped.map(({ id }) => id),
    ),
  )
}

/**
 * Removes from where they lie what was deleted for good, and what was deleted so long ago that nobody will miss it.
 * What is moved meanwhile comes up again in its new place; a place that fails doesn't hold up the others.
 */
export const removeDropped = async (app: App) => {
  const failed = new Map<UploadStore, unknown>()
  for (;;) {
    const places = UPLOAD_STORES.filter((name) => !failed.has(name))
    const until = app.clock.now() - DELETED_FILE_DAYS * DAY
    const dropped = places.length ? await listDropped(app.db, places, until, REMOVED_AT_ONCE) : []
    if (dropped.length === 0) break
    for (const [name, its] of Map.groupBy(dropped, ({ storage }) => storage))
      await removeFrom(app, name, its).catch((error: unknown) => failed.set(name, error))
  }
  for (const error of failed.values()) throw error
}
