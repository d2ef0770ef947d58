import { type Config, saveInFile, readConfig } from '@askwell/server/config.ts'
import type { Argv, CommandModule, Options } from 'yargs'

/** How the commands are called: as an npm script, or by their own name. */
export const PROGRAM = process.env.npm_lifecycle_event === 'askwell' ? 'npm run askwell --' : 'askwell'

/** Keeps the types that the flags give to the handler. */
export const command = <Flags>(module: Pick<CommandModule<object, Flags>, 'builder' | 'handler'>) =>
  module as Pick<CommandModule, 'builder' | 'handler'>

const text = { type: 'string', requiresArg: true, nargs: 1 } as const satisfies Options

/** A flag with a value. */
export const value = (describe: string) => ({ ...text, describe })

/** Flags of every command: which site it is for. Unset ones come from the environment and from the site's own file. */
const SITE = {
  data: value("the site's folder (ASKWELL_DATA, or as the environment file says; else ./data)"),
  database: value('postgres://… or sqlite:PATH (ASKWELL_DATABASE; else as the site was set up)'),
  'env-file': value('file with more settings, which says where the site lives (ASKWELL_ENV_FILE, /etc/askwell.env)'),
}
export const siteFlags = <Flags>(flags: Argv<Flags>) => flags.options(SITE)

/** The settings of the site that a command is about. */
export const configOf = (given: { data?: string; database?: string; 'env-file'?: string }) => {
  const named = (['data', 'database', 'env-file'] as const).filter((name) => given[name] !== undefined)
  const config = readConfig(
    named.map((name) => `--${name}=${given[name]}`),
    process.env,
  )
  if (config.remark) console.error(config.remark)
  return config
}

/** Stores which database was set up, so that the next start uses it; warns if the environment names another one. */
export const saveDatabaseChoice = ({ data, database }: Config, flags: { 'env-file'?: string }) => {
  saveInFile(data, { database })
  const started = configOf({ data, 'env-file': flags['env-file'] })
  if (started.database !== database)
    console.error(
      'ASKWELL_DATABASE in the environment, or in the environment file, names another database, and the site will start with that one: change it there.',
    )
}
