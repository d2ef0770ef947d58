import type { App } from '../events/events.ts'
import { lastPostId, type PostText } from '../features/search/queries.ts'
import { reindex } from '../features/search/service.ts'
import type { Texts } from '../features/search/sqlite.ts'
import { Problem } from './problem.ts'
import type { Doing } from './run.ts'
import { createThreads } from './threads.ts'

/** A share for each thread. */
const shares = <T>(items: T[], count: number) =>
  Array.from({ length: count }, (_, n) => items.filter((_item, at) => at % count === n)).filter(
    (share) => share.length > 0,
  )

/** Builds the search index afresh, with a thread for each processor. @returns how many posts are in it. */
export const reindexAll = async (app: App, { progress, signal }: Doing) => {
  const threads = createThreads<{ texts: PostText[]; language: string }, Texts[]>(
    new URL('./analysis-thread.ts', import.meta.url),
  )
  const total = await lastPostId(app.db)
  try {
    const analyse = async (texts: PostText[], language: string) =>
      (await Promise.all(shares(texts, threads.count).map((share) => threads.run({ texts: share, language })))).flat()
    return await reindex(app, {
      analyse,
      onProgress: (upTo) => {
        if (signal.aborted)
          throw new Problem(`Stopped at ${upTo} of ${total} posts; the same command again begins anew.`)
        progress(upTo, total, 'indexing')
      },
    })
  } finally {
    await threads.close()
  }
}
