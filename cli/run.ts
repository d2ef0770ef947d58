import { PROGRAM_VERSION } from '@askwell/server/version.ts'
import yargs from 'yargs'
import { PROGRAM } from './command.ts'
import { commands, nameOf } from './commands.ts'

/** The command itself was typed wrongly. */
class WrongUsage extends Error {}

const COMPLETION = 'completion'
const isCompletion = (args: string[]) => args[0] === COMPLETION || args.includes('--get-yargs-completions')

/** A message that depends on a number, which the types of the library don't know of. */
const counted = (name: string, sentence: string) => ({
  [name]: { one: sentence, other: sentence } as unknown as string,
})

/** The library's messages, as whole sentences that say what to do. */
const sentences = ([verb = '']: string[]) => {
  const written = commands.find((one) => nameOf(one) === verb)?.command
  const unknown = written
    ? `There is no "%s" for this command; \`${PROGRAM} ${verb} --help\` shows what there is.`
    : `There is no command or flag "%s"; \`${PROGRAM} --help\` lists them.`
  const missing = `Something is missing; %s of %s are there: \`${PROGRAM} ${written}\`.`
  return {
    'Did you mean %s?': `There is no command "${verb.replaceAll('%', '')}"; did you mean "%s"?`,
    ...counted('Unknown argument: %s', unknown),
    ...counted('Not enough non-option arguments: got %s, need at least %s', missing),
    'Not enough arguments following: %s': 'The flag --%s wants a value.',
    'Invalid values:': 'Wrong choice:',
    'Argument: %s, Given: %s, Choices: %s': '%s is %s, and can be %s.',
  }
}

/** The one that is typed as it is, of the others only the names. */
const verbs = (args: string[]) =>
  Promise.all(
    commands.map(async (one) => ({
      command: one.command,
      describe: one.describe,
      ...(args.includes(nameOf(one)) ? await one.load() : { handler: () => {} }),
    })),
  )

const program = async (args: string[]) =>
  yargs(args)
    .scriptName(isCompletion(args) ? 'askwell' : PROGRAM)
    .usage('$0 COMMAND …\n\nLooks after an Askwell site from the command line.')
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'duplicate-arguments-array': false,
      'parse-positional-numbers': false,
    })
    .locale('en')
    .updateStrings(sentences(args))
    .command(await verbs(args))
    .completion(COMPLETION, 'print a script that completes commands and flags in bash, zsh or fish')
    .help()
    .alias('help', 'h')
    .version(PROGRAM_VERSION)
    .strict()
    .recommendCommands()
    .wrap(Math.min(100, process.stdout.columns || 100))
    .example('$0 install --help', 'what a command takes')
    .epilogue(
      'Each command also reads ASKWELL_DATA and ASKWELL_DATABASE from the environment. It ends with 0 if all went well, 1 if it failed, 2 if it was typed wrongly.',
    )
    .fail((message, error) => {
      throw message ? new WrongUsage(message.replaceAll(/\s*\n\s*/g, ' ').trim()) : error // without one the command itself failed
    })

const sentenceOf = async (error: unknown) => {
  if (error instanceof WrongUsage) return error.message
  const { ConfigProblem } = await import('@askwell/server/config.ts')
  const { Problem } = await import('@askwell/server/commands/problem.ts')
  if (error instanceof Problem || error instanceof ConfigProblem) return error.message
  const { FolderInUse } = await import('@askwell/server/db/connect.ts')
  const { reason } = await import('@askwell/server/commands/reason.ts')
  return error instanceof FolderInUse ? error.message : reason(error)
}

/** What is wrong is said in one sentence on the terminal. */
export const runCommand = async ([first, ...rest]: string[]) => {
  const args = first === undefined ? ['--help'] : first === 'help' ? [...rest, '--help'] : [first, ...rest]
  try {
    await (await program(args)).parseAsync()
  } catch (error) {
    const sentence = await sentenceOf(error)
    if (sentence === undefined) throw error
    console.error(sentence)
    process.exitCode = error instanceof WrongUsage ? 2 : 1
  }
}
