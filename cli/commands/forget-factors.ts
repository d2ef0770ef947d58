import { deleteFactorsOf, hasSecondFactor } from '@askwell/server/features/second-factors/queries.ts'
import { findUserByName } from '@askwell/server/features/users/queries.ts'
import { command, configOf, siteFlags } from '../command.ts'
import { Problem } from '../problem.ts'
import { withDatabase } from '../with-site.ts'

export const forgetFactors = command({
  command: 'forget-factors <username>',
  describe: 'let somebody in by password alone who has lost authenticator app, passkeys and recovery codes',
  builder: (flags) =>
    siteFlags(flags)
      .positional('username', { type: 'string', demandOption: true, describe: 'as in the address of their profile' })
      .example('$0 forget-factors anna', '')
      .epilogue(
        'Make sure that it is them who asks. Where the site asks staff for a second factor, they set up a new one before they act as staff.',
      ),
  async handler(given) {
    const { username } = given
    const name = await withDatabase(configOf(given), ({ write }) =>
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
})
