import { saveSetting } from '@askwell/server/features/site/queries.ts'
import { systemClock } from '@askwell/server/lib/clock.ts'
import { command, configOf, siteFlags } from '../command.ts'
import { withDatabase } from '../with-site.ts'

export const maintenance = command({
  command: 'maintenance <state>',
  describe: 'show everybody but admins that the site is being looked after',
  builder: (flags) =>
    siteFlags(flags)
      .positional('state', { choices: ['on', 'off'] as const, demandOption: true })
      .example('$0 maintenance on', '')
      .epilogue(
        'The site may be running; all its processes do so within a second. Admins can still log in and use it.',
      ),
  async handler(given) {
    const { state } = given
    await withDatabase(configOf(given), ({ write }) =>
      saveSetting(write, 'maintenance', state === 'on', systemClock.now()),
    )
    console.log(
      state === 'on'
        ? 'Only admins are let in now; everybody else is told to come back in a few minutes.'
        : 'Everybody is let in again.',
    )
  },
})
