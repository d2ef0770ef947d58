import type { App } from '../events/events.ts'
import { lastPostId } from '../features/content/search/queries.ts'
import { reindex } from '../features/content/search/service.ts'
import { Problem } from './problem.ts'
import type { Doing } from '../events/doing.ts'

/** Builds the search index again. @returns how many posts are in it. */
export const reindexAll = async (app: App, { progress, signal }: Doing) => {
  const total = await lastPostId(app.db)
  return reindex(app, {
    onProgress: (upTo) => {
      if (signal.aborted) throw new Problem(`Stopped at ${upTo} of ${total} posts; the same command again begins anew.`)
      progress(upTo, total, 'indexing')
    },
  })
}

/** As a long task. */
export const reindexTask = async (app: App, _: object, doing: Doing) => ({ posts: await reindexAll(app, doing) })
