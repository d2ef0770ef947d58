import type { CommandModule } from 'yargs'
import { backup } from './commands/backup.ts'
import { doctor } from './commands/doctor.ts'
import { exportAll } from './commands/export.ts'
import { forgetFactors } from './commands/forget-factors.ts'
import { importDump } from './commands/import.ts'
import { install } from './commands/install.ts'
import { maintenance } from './commands/maintenance.ts'
import { reindex } from './commands/reindex.ts'
import { restore } from './commands/restore.ts'

/** Everything that can be done from the command line. */
export const commands: CommandModule[] = [
  install,
  importDump,
  reindex,
  doctor,
  backup,
  restore,
  exportAll,
  maintenance,
  forgetFactors,
]
