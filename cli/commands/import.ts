import { type Report, FILES } from '@askwell/server/features/operations/imports/stackexchange/tally.ts'
import { onSite } from '../on-site.ts'
import { resolve } from 'node:path'
import { command, configOf, siteFlags, value } from '../command.ts'

const SHOWN = 20

const print = ({ site, files, complaints, seconds, peakMegabytes }: Report & { site: string }) => {
  for (const [file, { rows, added, present, other, broken }] of Object.entries(files))
    console.log(
      `${file.padEnd(9)} ${String(rows).padStart(9)} rows: ${added} brought in, ${present} were there already, ${other} are of kinds that aren't brought in, ${broken} broken`,
    )
  for (const { file, line, problem } of complaints.slice(0, SHOWN)) console.log(`${file}.xml line ${line}: ${problem}`)
  const broken = Object.values(files).reduce((sum, file) => sum + file.broken, 0)
  if (broken > SHOWN) console.log(`… and ${broken - SHOWN} more broken rows`)
  const rows = Object.values(files).reduce((sum, file) => sum + file.rows, 0)
  console.log(
    `From ${site}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows a second, ${Math.round(peakMegabytes)} MB of memory at most`,
  )
}

/** What didn't come in, and what to do about it. */
const printLosses = ({ files, cut, left }: Report) => {
  if (left.length) {
    const [stoppedAt, ...behind] = left.map((name) => {
      const rows = FILES.find((file) => file === name)
      return rows && files[rows].rows ? `${name}.xml from about row ${files[rows].rows} on` : `${name}.xml`
    })
    console.error(
      `Stopped. What is counted above is in; not yet: ${[stoppedAt, ...behind].join(', ')}. The same command again goes on from there, and brings in nothing twice.`,
    )
    process.exitCode ||= 1 // the site itself was ended, if not by Ctrl-C here
  }
  for (const { file, line } of cut)
    console.error(
      `${file}.xml breaks off at line ${line}: what stands before that is in, what should stand behind it is missing. Get the whole file and run the same command again.`,
    )
  if (cut.length) process.exitCode ||= 1
}

export const importDump = command({
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
      .option(
        'site',
        value('what the old site is to be remembered as (else as it was before, or as the folder is called)'),
      )
      .example('$0 import stackexchange ~/beer.stackexchange.com', '')
      .epilogue(
        "The site may be running. From PostHistory.xml and PostLinks.xml come earlier texts, and why questions were closed. Importing it again adds only what wasn't there, also after Ctrl-C, and from another dump of the same site. Members have no e-mail address and can't log in until an admin gives them one.",
      ),
  async handler(given) {
    const report = await onSite('import', configOf(given), { folder: resolve(given.folder), site: given.site })
    print(report)
    printLosses(report)
  },
})
