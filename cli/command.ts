import { readConfig } from '@askwell/server/config.ts'
import type { Argv, CommandModule, Options } from 'yargs'

/** How the commands are called where they are called: as a script of npm, or by their own name. */
export const PROGRAM = process.env.npm_lifecycle_event === 'askwell' ? 'npm run askwell --' : 'askwell'

/** Keeps the types that the flags give to the handler. */
export const command = <Flags>(module: CommandModule<object, Flags>) => module as CommandModule

const text = { type: 'string', requiresArg: true, nargs: 1 } as const satisfies Options

/** A flag with a value. */
export const value = (describe: string) => ({ ...text, describe })

/** Flags of every command: which site it is about. Unset ones come from the environment and from the site's own file. */
const SITE = {
  data: value("the site's folder (ASKWELL_DATA, ./data)"),
  database: value('postgres://… or sqlite:PATH (ASKWELL_DATABASE; else as the site was set up)'),
}
export const siteFlags = <Flags>(flags: Argv<Flags>) => flags.options(SITE)

/** The settings of the site that a command is about. */
export const configOf = ({ data, database }: { data?: string; database?: string }) =>
  readConfig(
    Object.entries({ data, database }).flatMap(([name, given]) => (given === undefined ? [] : [`--${name}=${given}`])),
    process.env,
  )
