import { backup } from './commands/backup.ts'
import { doctor } from './commands/doctor.ts'
import { exportAll } from './commands/export.ts'
import { forgetFactors } from './commands/forget-factors.ts'
import { help } from './commands/help.ts'
import { importDump } from './commands/import.ts'
import { install } from './commands/install.ts'
import { maintenance } from './commands/maintenance.ts'
import { reindex } from './commands/reindex.ts'
import { restore } from './commands/restore.ts'

export interface Command {
  /** One line for the list. */
  summary: string
  usage: string
  run: (args: string[]) => Promise<void> | void
}

/** Everything that can be done from the command line. */
export const commands: Record<string, Command> = {
  install,
  import: importDump,
  reindex,
  doctor,
  backup,
  restore,
  export: exportAll,
  maintenance,
  'forget-factors': forgetFactors,
  help,
}
