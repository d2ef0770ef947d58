import { help } from './commands/help.ts'
import { importDump } from './commands/import.ts'
import { install } from './commands/install.ts'
import { recount } from './commands/recount.ts'
import { reindex } from './commands/reindex.ts'

export interface Command {
  /** One line for the list. */
  summary: string
  usage: string
  run: (args: string[]) => Promise<void> | void
}

/** Everything that can be done from the command line. */
export const commands: Record<string, Command> = { install, import: importDump, reindex, recount, help }
