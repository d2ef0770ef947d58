import { basename, resolve } from 'node:path'
import { refreshStatistics } from '@askwell/server/db/dialect.ts'
import { indexLanguage } from '@askwell/server/features/search/queries.ts'
import { siteSettings } from '@askwell/server/features/site/views.ts'
import { command, configOf, siteFlags, value } from '../command.ts'
import { countAll } from '../counts.ts'
import { Problem } from '../problem.ts'
import { createBar } from '../progress.ts'
import { dumpBytes, importStackExchange, NotADump } from '../stackexchange/import.ts'
import type { Report } from '../stackexchange/tally.ts'
import { withApp } from '../with-site.ts'

const SHOWN = 20
const SHARES = 1000

const print = ({ files, complaints, seconds, peakMegabytes }: Report) => {
  for (const [file, { rows, added, present, other, broken }] of Object.entries(files))
    console.log(
      `${file.padEnd(9)} ${String(rows).padStart(9)} rows: ${added} brought in, ${present} were there already, ${other} are of kinds that aren't brought in, ${broken} broken`,
    )
  for (const { file, line, problem } of complaints.slice(0, SHOWN)) console.log(`${file}.xml line ${line}: ${problem}`)
  const broken = Object.values(files).reduce((sum, file) => sum + file.broken, 0)
  if (broken > SHOWN) console.log(`… and ${broken - SHOWN} more broken rows`)
  const rows = Object.values(files).reduce((sum, file) => sum + file.rows, 0)
  console.log(
    `${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows a second, ${Math.round(peakMegabytes)} MB of memory at most`,
  )
}

export const importDump = command({
  command: 'import <format> <folder>',
  describe: 'bring in a community from elsewhere',
  builder: (flags) =>
    siteFlags(flags)
      .positional('format', {
        choices: ['stackexchange'] as const,
        demandOption: true,
        describe: 'a public dump of a Stack Exchange site',
      })
      .positional('folder', {
        type: 'string',
        demandOption: true,
        describe: 'where Posts.xml, Users.xml, Comments.xml and Tags.xml are',
      })
      .option('site', value("what the old site is to be remembered as (the folder's name)"))
      .example('$0 import stackexchange ~/beer.stackexchange.com', '')
      .epilogue(
        "From PostHistory.xml and PostLinks.xml come earlier texts, and why questions were closed. Importing it again adds only what wasn't there. Members have no e-mail address and can't log in until an admin gives them one.",
      ),
  async handler(given) {
    const config = configOf(given)
    const dump = resolve(given.folder)
    await withApp(config, async (app) => {
      const bar = createBar(dumpBytes(dump), 'reading')
      let done = 0
      try {
        const language = (await indexLanguage(app.db)) ?? (await siteSettings(app)).interface.language
        const report = await importStackExchange(app, dump, {
          site: given.site ?? basename(dump),
          language,
          onProgress: (file, bytes) => bar.to((done += bytes), file),
        })
        bar.stop()
        const counting = createBar(SHARES, 'counting')
        await countAll(app, (part, share) => counting.to(Math.round(share * SHARES), `counting ${part}`))
        counting.stop()
        await app.transaction(async (tx) => {
          await refreshStatistics(tx.db)
          await tx.emit('site.imported', { actor_id: 0, object_type: 'user', object_id: 0, question_id: 0 })
        })
        print(report)
      } catch (error) {
        throw error instanceof NotADump ? new Problem(error.message) : error
      } finally {
        bar.stop()
      }
    })
  },
})
