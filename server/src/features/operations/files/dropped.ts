import { DELETED_FILE_DAYS } from '@askwell/contract/limits.ts'
import type { App } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { deleteFiles, listDropped } from './queries.ts'
import { withCopies } from './smaller-pictures.ts'
import { storeNamed } from './stores/of-site.ts'

const REMOVED_AT_ONCE = 100

/** Removes from where they lie what was deleted for good, and what was deleted so long ago that nobody will miss it. */
export const removeDropped = async (app: App) => {
  for (;;) {
    const until = app.clock.now() - DELETED_FILE_DAYS * DAY
    const dropped = await listDropped(app.db, until, REMOVED_AT_ONCE)
    if (dropped.length === 0) return
    for (const name of new Set(dropped.map(({ storage }) => storage))) {
      const store = await storeNamed(app, name)
      const its = dropped.filter(({ storage }) => storage === name)
      await store.remove(its.flatMap(({ path, width }) => withCopies(path, width)))
    }
    await app.transaction((tx) =>
      deleteFiles(
        tx.db,
        dropped.map(({ id }) => id),
      ),
    )
  }
}
