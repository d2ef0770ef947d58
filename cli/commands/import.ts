import { SOURCE_NAMES, type SourceName, WITH_FILES, WITH_SETTINGS } from '@askwell/contract/imports.ts'
import type { Comparison } from '@askwell/server/features/operations/imports/compare.ts'
import type { Report } from '@askwell/server/features/operations/imports/tally.ts'
import { Problem } from '@askwell/server/commands/problem.ts'
import { onSite } from '../on-site.ts'
import { takeImportBack } from '../take-import-back.ts'
import { fetchOldSite, isAddress } from '../fetch-old-site.ts'
import { resolve } from 'node:path'
import { command, configOf, siteFlags, value } from '../command.ts'

const SHOWN = 20

type Printed = Report & { site: string; comparison?: Comparison | undefined; limit?: number | undefined }

const printRows = (rows: { file: string; line: number; problem: string }[], more: string) => {
  for (const { file, line, problem } of rows.slice(0, SHOWN)) console.log(`${file} line ${line}: ${problem}`)
  if (rows.length > SHOWN) console.log(`… and ${rows.length - SHOWN} more ${more}`)
}

/** What the dump says and what the site has. */
const printComparison = ({ kinds, differences, different, compared }: Comparison) => {
  for (const { kind, there, here } of kinds)
    if (there !== here) console.log(`${there - here} of ${there} ${kind} aren't here`)
  for (const { file, key, field, there, here } of differences.slice(0, SHOWN))
    console.log(`${file} ${key}: ${field} is ${there} there and ${here} here`)
  if (different > SHOWN) console.log(`… and ${different - SHOWN} more figures that differ`)
  console.log(`Compared with the dump: ${different} of ${compared} figures differ`)
}

const print = (
  { site, files, complaints, remarks, missing, comparison, limit, seconds, peakMegabytes }: Printed,
  isTrial: boolean,
) => {
  for (const [file, { rows, added, present, other, broken }] of Object.entries(files))
    console.log(
      `${file.padEnd(12)} ${String(rows).padStart(9)} rows: ${added} ${isTrial ? 'would come' : 'brought in'}, ${present} were there already, ${other} aren't brought in, ${broken} broken`,
    )
  printRows(complaints, 'broken rows')
  printRows(remarks, 'rows with something odd')
  if (missing.length) console.log(`Not there: ${missing.join(', ')}`)
  if (comparison) printComparison(comparison)
  if (limit)
    console.log(
      `Only the first ${limit} questions ${isTrial ? 'would come' : 'came in'}, with what belongs to them; the same command without --limit brings the rest.`,
    )
  const rows = Object.values(files).reduce((sum, file) => sum + file.rows, 0)
  console.log(
    `From ${site}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows a second, ${Math.round(peakMegabytes)} MB of memory at most`,
  )
}

/** What didn't come in, and what to do about it. */
const printLosses = ({ files, cut, left }: Report) => {
  if (left.length) {
    const [stoppedAt, ...behind] = left.map((name) => {
      const rows = files[name.replace(/\.\w+$/, '')]?.rows
      return rows ? `${name} from about row ${rows} on` : name
    })
    console.error(
      `Stopped. What is counted above is in; not yet: ${[stoppedAt, ...behind].join(', ')}. The same command again goes on from there, and brings in nothing twice.`,
    )
    process.exitCode ||= 1 // the site itself was ended, if not by Ctrl-C here
  }
  for (const { file, line } of cut)
    console.error(
      `${file} breaks off at line ${line}: what stands before that is in, what should stand behind it is missing. Get the whole file and run the same command again.`,
    )
  if (cut.length) process.exitCode ||= 1
}

/** A private export of Askwell, which holds a whole site. */
const WHOLE = 'askwell'
const UNDO = 'undo'
/** One that is on, which fetches from elsewhere. */
const PLUGIN = 'plugin'

const OF_DUMPS = [
  'site',
  'map',
  'files',
  'settings',
  'same-names-are-others',
  'same-questions-are-others',
  'limit',
  'token',
  'rate',
] as const

/** Flags that would do nothing are refused, rather than that somebody believes in them. */
const refuseFlags = (
  format: typeof WHOLE | typeof UNDO,
  given: Partial<Record<(typeof OF_DUMPS)[number], unknown>>,
) => {
  const flag = OF_DUMPS.find((name) => given[name])
  if (flag === undefined) return
  throw new Problem(
    format === WHOLE
      ? `--${flag} does nothing here: an export of Askwell comes in whole, with its own name and members.`
      : `--${flag} does nothing here: \`import undo\` takes only the name that the old site is remembered as.`,
  )
}

export const importDump = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('format', {
        choices: [...SOURCE_NAMES, WHOLE, PLUGIN, UNDO] as const,
        demandOption: true,
        describe: 'what it is (docs/importing.md says what of each comes in), or undo to take one back',
      })
      .positional('folder', {
        type: 'string',
        demandOption: true,
        describe:
          'where its files are, or of apache-answer the address of the running site; with plugin the name of one that is on and fetches communities; with undo the name that the old site is remembered as',
      })
      .positional('file', {
        type: 'string',
        describe: 'with plugin: what it reads, where it reads a file and asks no service',
      })
      .option(
        'site',
        value('what the old site is to be remembered as (else as it was before, or as the folder is called)'),
      )
      .option(
        'map',
        value(
          'a CSV of members with the columns member, e_mail, service, account and here: who gets which address or login, and who is here already',
        ),
      )
      .option(
        'files',
        value('of apache-answer and discourse: the folder that its uploads lie in, or the one around it'),
      )
      .option('settings', {
        type: 'boolean',
        default: false,
        describe: 'of apache-answer: its settings come, too, although this site has members of its own',
      })
      .option('same-names-are-others', {
        type: 'boolean',
        default: false,
        describe: 'members who are called like somebody here are other people, and get names of their own',
      })
      .option('same-questions-are-others', {
        type: 'boolean',
        default: false,
        describe: 'it is another community, though most of its first questions are asked here, too',
      })
      .option('limit', {
        type: 'number',
        requiresArg: true,
        nargs: 1,
        describe: 'bring in only so many questions, the first, with their answers, their comments and whom they name',
      })
      .option(
        'token',
        value("of an address: an admin's access token there, so that members' e-mail addresses come along"),
      )
      .option('rate', {
        type: 'number',
        requiresArg: true,
        nargs: 1,
        describe: 'of an address: so many calls a second at most (5)',
      })
      .option('dry-run', { type: 'boolean', default: false, describe: 'only say what would come' })
      .example('$0 import stackexchange ~/beer.stackexchange.com', '')
      .example('$0 import stackexchange ~/beer.stackexchange.com --limit 100', 'to try it')
      .example('$0 import apache-answer https://old.example --token …', 'by its API')
      .example('$0 import plugin zendesk --dry-run', 'by a plugin that is on')
      .example('$0 import plugin wordpress ~/export.xml', 'by one that reads a file')
      .example('$0 import askwell /tmp/our-site --data /srv/askwell', 'a private export, into a new folder')
      .example('$0 import undo beer.stackexchange.com --dry-run', '')
      .epilogue(
        "The site may be running. Of a Stack Exchange dump Users.xml and Posts.xml are needed; Tags.xml, Comments.xml, PostHistory.xml, PostLinks.xml, Votes.xml (of which bounties are taken) and Badges.xml may be there. Importing it again adds only what wasn't there, also after Ctrl-C, and from another dump of the same site. Members have no e-mail address and can't log in until an admin gives them one.",
      ),
  async handler(given) {
    if (given.file !== undefined && given.format !== PLUGIN)
      throw new Problem(`Of ${given.format} nothing can be named but the folder; a file only goes with plugin.`)
    if (given.format === UNDO || given.format === WHOLE) refuseFlags(given.format, given)
    if (given.format === UNDO) return takeImportBack(given.folder, given['dry-run'], configOf(given))
    if (given.format === WHOLE) {
      const { importWholeSite } = await import('../import-whole-site.ts')
      return importWholeSite(given)
    }
    const { limit } = given
    if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
      throw new Problem('--limit is how many questions come in: a whole number from 1 on.')
    if (!isAddress(given.folder) && (given.token !== undefined || given.rate !== undefined))
      throw new Problem('--token and --rate go with the address of a running site.')
    if (given.files !== undefined && !WITH_FILES.includes(given.format as SourceName))
      throw new Problem(`--files goes with ${WITH_FILES.join(' and ')} only.`)
    if (given.settings && !WITH_SETTINGS.includes(given.format as SourceName))
      throw new Problem(`--settings goes with ${WITH_SETTINGS.join(' and ')} only.`)
    const fetched =
      given.format === PLUGIN
        ? (
            await onSite('import-fetch', configOf(given), {
              plugin: given.folder,
              ...(given.file !== undefined && { file: resolve(given.file) }),
            })
          ).folder
        : isAddress(given.folder)
          ? await fetchOldSite(given)
          : undefined
    const dump = {
      folder: fetched ?? resolve(given.folder),
      site: given.site,
      ...(given.format === PLUGIN ? { format: 'jsonl' as const, as: given.folder } : { format: given.format }),
      ...(limit && { limit }),
      ...(given.map && { map: resolve(given.map) }),
      ...(given.settings && { settings: true }),
      ...(given.files && { files: resolve(given.files) }),
      ...(given['same-names-are-others'] && { same_names_are_others: true }),
      ...(given['same-questions-are-others'] && { same_questions_are_others: true }),
    }
    const isTrial = given['dry-run']
    const report = await onSite(isTrial ? 'import-trial' : 'import', configOf(given), dump)
    print(report, isTrial)
    if ('same_names' in report && report.same_names)
      console.log(
        `${report.same_names} members are called like somebody here: say who is the same person with --map (columns member and here), and with --same-names-are-others that the rest aren't.`,
      )
    if ('same_questions' in report && report.same_questions)
      console.log(
        `${report.same_questions} of its first questions are asked here, too: if the same community came in before in another form, take that back first (import undo); if it is another one, say --same-questions-are-others.`,
      )
    printLosses(report)
  },
})
