import type { App } from '@askwell/server/events/events.ts'
import { lastPostId, type PostText } from '@askwell/server/features/search/queries.ts'
import { reindex } from '@askwell/server/features/search/service.ts'
import type { Texts } from '@askwell/server/features/search/sqlite.ts'
import { createBar } from './progress.ts'
import { createThreads } from './threads.ts'

/** A share for each thread. */
const shares = <T>(items: T[], count: number) =>
  Array.from({ length: count }, (_, n) => items.filter((_item, at) => at % count === n)).filter(
    (share) => share.length > 0,
  )

/** Builds the search index afresh, with a thread for each processor. @returns how many posts are in it. */
export const reindexAll = async (app: App) => {
  const threads = createThreads<{ texts: PostText[]; language: string }, Texts[]>(
    new URL('./analysis-thread.ts', import.meta.url),
  )
  const bar = createBar(await lastPostId(app.db), 'indexing')
  try {
    const analyse = async (texts: PostText[], language: string) =>
      (await Promise.all(shares(texts, threads.count).map((share) => threads.run({ texts: share, language })))).flat()
    return await reindex(app, { analyse, onProgress: (upTo) => bar.to(upTo) })
  } finally {
    bar.stop()
    await threads.close()
  }
}
