import { readArguments, SITE_USAGE } from '../arguments.ts'
import type { Command } from '../commands.ts'
import { announce } from '../progress.ts'
import { recountAll } from '../recount/recount.ts'
import { withApp } from '../with-site.ts'

export const recount: Command = {
  summary: 'rebuild scores, reputation and all other counts from what they count, and say which were off',
  usage: `recount

${SITE_USAGE}`,
  async run(args) {
    const { config } = readArguments(args, {})
    await withApp(config, async (app) => {
      const drift = await recountAll(app, (part) => announce(`counting ${part}`))
      if (drift.size === 0) return console.log('Everything was as it should be.')
      for (const [column, rows] of drift) console.log(`${column}: ${rows} put right`)
    })
  },
}
