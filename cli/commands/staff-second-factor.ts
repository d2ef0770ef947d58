import { onSite } from '../on-site.ts'
import { command, configOf, siteFlags } from '../command.ts'

export const staffSecondFactor = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('state', { choices: ['on', 'off'] as const, demandOption: true })
      .example('$0 staff-second-factor off', 'admins and moderators act as staff without one again')
      .epilogue('The same as the switch under Administration → Login. The site may be running.'),
  async handler(given) {
    const on = given.state === 'on'
    await onSite('staff-second-factor', configOf(given), { on })
    console.log(
      on
        ? 'Admins and moderators act as such only with a second factor now.'
        : 'Admins and moderators need no second factor any more.',
    )
  },
})
