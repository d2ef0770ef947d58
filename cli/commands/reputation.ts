import { onSite } from '../on-site.ts'
import { command, configOf, siteFlags } from '../command.ts'

const MOST_NAMED = 50

export const reputation = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('act', { choices: ['recalculate'] as const, demandOption: true })
      .option('dry-run', { type: 'boolean', describe: 'only say what would change' })
      .example('$0 reputation recalculate --dry-run', '')
      .epilogue(
        'The site may be running. What the daily limit cut stays cut, and corrections by staff and imported reputation stay. With --dry-run it ends with 1 where something would change.',
      ),
  async handler(given) {
    const dry_run = given['dry-run'] === true
    const { users, differences, stopped } = await onSite('recalculate-reputation', configOf(given), { dry_run })
    for (const { username, before, after } of differences.slice(0, MOST_NAMED))
      console.log(`${username}: ${before} ${dry_run ? 'would become' : 'became'} ${after}`)
    if (differences.length > MOST_NAMED) console.log(`and ${differences.length - MOST_NAMED} more`)
    if (stopped) console.log(`Stopped after ${users} users; the same command again begins anew.`)
    else if (differences.length === 0) console.log(`${users} users: every reputation is what it should be.`)
    else console.log(`${differences.length} of ${users} users${dry_run ? ' would change' : ' changed'}.`)
    if (dry_run && differences.length > 0) process.exitCode = 1
  },
})
