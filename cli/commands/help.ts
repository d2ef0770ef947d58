import { type Command, commands } from '../commands.ts'
import { Problem } from '../problem.ts'

export const help: Command = {
  summary: 'say what the commands are, or how one is used',
  usage: 'help [COMMAND]',
  run([verb]) {
    if (verb !== undefined && !Object.hasOwn(commands, verb)) throw new Problem(`There is no command "${verb}".`)
    if (verb !== undefined)
      return console.log(`npm run askwell -- ${commands[verb]!.usage}\n\n${commands[verb]!.summary}`)
    const width = Math.max(...Object.keys(commands).map((name) => name.length))
    console.log(
      [
        'npm run askwell -- COMMAND …',
        '',
        ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
      ].join('\n'),
    )
  },
}
