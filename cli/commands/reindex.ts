import { onSite } from '../on-site.ts'
import { command, configOf, siteFlags } from '../command.ts'

export const reindex = command({
  builder: (flags) =>
    siteFlags(flags)
      .example('$0 reindex', '')
      .epilogue('The site may be running. Until it has ended, a search may miss what is not in the new index yet.'),
  async handler(given) {
    const began = performance.now()
    const count = await onSite('reindex', configOf(given), {})
    console.log(`${count} questions and answers are indexed, in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  },
})
