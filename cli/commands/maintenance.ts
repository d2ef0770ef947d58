import { onSite } from '../on-site.ts'
import { command, configOf, siteFlags } from '../command.ts'

export const maintenance = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('state', { choices: ['on', 'off'] as const, demandOption: true })
      .example('$0 maintenance on', '')
      .epilogue(
        'The site may be running; all its processes do so within a second. Staff can still log in and use it. What visitors read is written on the page Maintenance.',
      ),
  async handler(given) {
    const { state } = given
    await onSite('maintenance', configOf(given), { on: state === 'on' })
    console.log(
      state === 'on'
        ? 'Only staff are let in now; everybody else is told to come back in a few minutes.'
        : 'Everybody is let in again.',
    )
  },
})
