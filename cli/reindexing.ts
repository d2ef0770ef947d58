import type { App } from '@askwell/server/events/events.ts'
import { lastPostId } from '@askwell/server/features/search/queries.ts'
import { reindex } from '@askwell/server/features/search/service.ts'
import { createBar } from './progress.ts'

/** Builds the search index afresh. @returns how many posts are in it. */
export const reindexAll = async (app: App) => {
  const bar = createBar(await lastPostId(app.db), 'indexing')
  try {
    return await reindex(app, { onProgress: (upTo) => bar.to(upTo) })
  } finally {
    bar.stop()
  }
}
