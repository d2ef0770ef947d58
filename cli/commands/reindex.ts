import { command, configOf, siteFlags } from '../command.ts'
import { reindexAll } from '../reindexing.ts'
import { withApp } from '../with-site.ts'

export const reindex = command({
  command: 'reindex',
  describe: "build the search index afresh, after the site's language has changed",
  builder: (flags) => siteFlags(flags).example('$0 reindex', ''),
  async handler(given) {
    const began = performance.now()
    const count = await withApp(configOf(given), reindexAll)
    console.log(`${count} questions and answers are indexed, in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  },
})
