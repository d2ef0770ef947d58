import { lastPostId, type PostText } from '@askwell/server/features/search/queries.ts'
import { reindex as reindexAll } from '@askwell/server/features/search/service.ts'
import type { Texts } from '@askwell/server/features/search/sqlite.ts'
import { readArguments, SITE_USAGE } from '../arguments.ts'
import type { Command } from '../commands.ts'
import { createBar } from '../progress.ts'
import { createThreads } from '../threads.ts'
import { withApp } from '../with-site.ts'

/** A share for each thread. */
const shares = <T>(items: T[], count: number) => Array.from({ length: count }, (_, n) => items.filter((_item, at) => at % count === n)).filter((share) => share.length > 0)

export const reindex: Command = {
  summary: 'build the search index afresh, after the site\'s language has changed',
  usage: `reindex

${SITE_USAGE}`,
  async run(args) {
    const { config } = readArguments(args, {})
    await withApp(config, async (app) => {
      const threads = createThreads<{ texts: PostText[]; language: string }, Texts[]>(new URL('../analysis-thread.ts', import.meta.url))
      const bar = createBar(await lastPostId(app.db), 'indexing')
      const began = performance.now()
      try {
        const analyse = async (texts: PostText[], language: string) => (await Promise.all(shares(texts, threads.count).map((share) => threads.run({ texts: share, language })))).flat()
        const count = await reindexAll(app, { analyse, onProgress: (upTo) => bar.to(upTo) })
        bar.stop()
        console.log(`${count} questions and answers are indexed, in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
      } finally {
        bar.stop()
        await threads.close()
      }
    })
  },
}
