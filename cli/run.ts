import { ConfigProblem } from '@askwell/server/config.ts'
import { FolderInUse } from '@askwell/server/db/connect.ts'
import { commands } from './commands.ts'
import { Problem, reason } from './problem.ts'

/** What is wrong is said in one sentence on the terminal. */
export const runCommand = async ([verb = 'help', ...args]: string[]) => {
  try {
    const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined
    if (!command) throw new Problem(`There is no command "${verb}"; \`npm run askwell -- help\` lists them.`)
    await command.run(args)
  } catch (error) {
    const sentence =
      error instanceof Problem || error instanceof ConfigProblem || error instanceof FolderInUse
        ? error.message
        : reason(error)
    if (sentence === undefined) throw error
    console.error(sentence)
    process.exitCode = 1
  }
}
