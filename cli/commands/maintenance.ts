import { saveSetting } from '@askwell/server/features/site/queries.ts'
import { systemClock } from '@askwell/server/lib/clock.ts'
import { readArguments, SITE_USAGE } from '../arguments.ts'
import type { Command } from '../commands.ts'
import { Problem } from '../problem.ts'
import { withDatabase } from '../with-site.ts'

export const maintenance: Command = {
  summary: 'show everybody but admins that the site is being looked after: maintenance on, maintenance off',
  usage: `maintenance on|off

The site may be running; all its processes do so within a second. Admins can still log in and use it.

${SITE_USAGE}`,
  async run(args) {
    const {
      positionals: [state],
      config,
    } = readArguments(args, {}, ['on|off'])
    if (state !== 'on' && state !== 'off') throw new Problem(`Maintenance is "on" or "off", not "${state}".`)
    await withDatabase(config, ({ write }) => saveSetting(write, 'maintenance', state === 'on', systemClock.now()))
    console.log(
      state === 'on'
        ? 'Only admins are let in now; everybody else is told to come back in a few minutes.'
        : 'Everybody is let in again.',
    )
  },
}
