import { onSite } from '../on-site.ts'
import { command, configOf, siteFlags, value } from '../command.ts'

export const jobs = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('act', { choices: ['list', 'retry', 'drop'] as const, demandOption: true })
      .option('kind', value('only of this kind, as `list` names it'))
      .example('$0 jobs list', 'what failed, waits or runs, by kind')
      .example('$0 jobs retry --kind email.requested/sendEmail', '')
      .epilogue(
        'The site may be running. `retry` and `drop` are about what has failed. What is dropped never happens: an e-mail isn’t sent, a post isn’t found by search.',
      ),
  async handler(given) {
    const { counts, changed } = await onSite('jobs', configOf(given), { act: given.act, kind: given.kind ?? '' })
    if (given.act !== 'list') return console.log(`${changed} ${changed === 1 ? 'job' : 'jobs'}.`)
    if (counts.length === 0) console.log('Nothing waits and nothing has failed.')
    for (const { state, kind, count, last_error } of counts)
      console.log(`${state.padEnd(8)} ${String(count).padStart(7)}  ${kind}${last_error ? `  ${last_error}` : ''}`)
  },
})
