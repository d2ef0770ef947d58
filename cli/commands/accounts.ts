import { Problem } from '@askwell/server/commands/problem.ts'
import { ROLES } from '@askwell/contract/roles.ts'
import { command, configOf, siteFlags, value } from '../command.ts'
import { onSite } from '../on-site.ts'
import { standardInput } from '../standard-input.ts'

const PASSWORD = { password: value('the password; without this flag it is read from the standard input') }

/** What is typed with a flag can be read by everybody on the machine, so there is another way. */
const passwordOf = async (given: { password?: string }) => {
  const password = given.password ?? (await standardInput()).replace(/\r?\n$/, '')
  if (password === '') throw new Problem('A password is needed: --password, or a line on the standard input.')
  return password
}

export const makeAdmin = command({
  builder: (flags) =>
    siteFlags(
      flags.options({
        name: { ...value('display name'), demandOption: true },
        email: { ...value('e-mail address, to log in with'), demandOption: true },
        ...PASSWORD,
      }),
    )
      .example('$0 make-admin --name Ann --email ann@example.org < password.txt', '')
      .epilogue('The account needs no activation. The site may be running.'),
  async handler(given) {
    const password = await passwordOf(given)
    const username = await onSite('make-admin', configOf(given), { name: given.name, email: given.email, password })
    console.log(`${username} is an admin now.`)
  },
})

export const setPassword = command({
  builder: (flags) =>
    siteFlags(flags.positional('username', { type: 'string', demandOption: true }).options(PASSWORD)).epilogue(
      'Ends all sessions of the member and the tokens of their programs. The site may be running.',
    ),
  async handler(given) {
    const password = await passwordOf(given)
    const username = await onSite('set-password', configOf(given), { username: given.username, password })
    console.log(`${username} has another password now.`)
  },
})

export const setRole = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('username', { type: 'string', demandOption: true })
      .positional('role', { choices: ROLES, demandOption: true })
      .epilogue('The last admin stays one. The site may be running.'),
  async handler(given) {
    const { username, role } = given
    console.log(`${await onSite('set-role', configOf(given), { username, role })}: ${role}.`)
  },
})
