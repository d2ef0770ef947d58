import type { Import } from './batches.ts'
import { Stopped } from './import-stopped.ts'
import type { Walk } from './queries.ts'

const AT_ONCE = 200

/** Goes through what a list has of the site, a few at a time, until somebody stops the import. */
export async function* walk<T extends { id: number }>(one: Import, list: (page: Walk) => Promise<T[]>) {
  for (let after = 0; ;) {
    if (one.signal.aborted) throw new Stopped()
    const rows = await list({ site: one.site, after, limit: AT_ONCE })
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.id
  }
}
