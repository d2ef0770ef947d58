import { deleteFactorsOf, hasSecondFactor } from '@askwell/server/features/second-factors/queries.ts'
import { findUserByName } from '@askwell/server/features/users/queries.ts'
import { readArguments, SITE_USAGE } from '../arguments.ts'
import type { Command } from '../commands.ts'
import { Problem } from '../problem.ts'
import { withDatabase } from '../with-site.ts'

export const forgetFactors: Command = {
  summary: 'let somebody in by password alone who has lost authenticator app, passkeys and recovery codes',
  usage: `forget-factors USERNAME

Make sure that it is them who asks. The site may be running; where it asks staff for a second factor, they set up a new one before they act as staff.

${SITE_USAGE}`,
  async run(args) {
    const {
      positionals: [username = ''],
      config,
    } = readArguments(args, {}, ['USERNAME'])
    const name = await withDatabase(config, ({ write }) =>
      write.transaction().execute(async (db) => {
        const user = await findUserByName(db, username)
        if (!user) throw new Problem(`There is no member called "${username}".`)
        if (!(await hasSecondFactor(db, user.id))) throw new Problem(`${user.username} has no second factor.`)
        await deleteFactorsOf(db, user.id)
        return user.username
      }),
    )
    console.log(`${name} logs in by password alone now.`)
  },
}
