import { onSite } from '../on-site.ts'
import { command, configOf, siteFlags } from '../command.ts'

export const forgetFactors = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('username', { type: 'string', demandOption: true, describe: 'as in the address of their profile' })
      .example('$0 forget-factors anna', '')
      .epilogue(
        'Make sure that it is them who asks. Where the site asks staff for a second factor, they set up a new one before they act as staff.',
      ),
  async handler(given) {
    const name = await onSite('forget-factors', configOf(given), { username: given.username })
    console.log(`${name} logs in by password alone now.`)
  },
})
