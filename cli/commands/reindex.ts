import { readArguments, SITE_USAGE } from '../arguments.ts'
import type { Command } from '../commands.ts'
import { reindexAll } from '../reindexing.ts'
import { withApp } from '../with-site.ts'

export const reindex: Command = {
  summary: "build the search index afresh, after the site's language has changed",
  usage: `reindex

${SITE_USAGE}`,
  async run(args) {
    const { config } = readArguments(args, {})
    const began = performance.now()
    const count = await withApp(config, reindexAll)
    console.log(`${count} questions and answers are indexed, in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  },
}
