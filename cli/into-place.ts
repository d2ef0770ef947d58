import type { Config } from '@askwell/server/config.ts'
import { connect, type Database, occupyFile, occupyFolder } from '@askwell/server/db/connect.ts'
import { refuseUnsuitable } from '@askwell/server/db/problem.ts'
import { occupyDatabase } from '@askwell/server/db/pub-sub.ts'
import { holdsSite } from '@askwell/server/features/operations/backups/restore-backup.ts'
import { giveToOwner } from '@askwell/server/lib/folders.ts'
import { Problem } from '@askwell/server/commands/problem.ts'

/** Nobody else may be at work in the database. */
const occupy = async (config: Config): Promise<{ release(): void | Promise<void> }> => {
  if (!config.database.startsWith('postgres')) {
    const [folder, file] = [occupyFolder(config.data), occupyFile(config.database)!]
    return {
      release() {
        file.release()
        folder.release()
      },
    }
  }
  const alone = await occupyDatabase(config.database)
  if (!alone) throw new Problem('Another Askwell process is using this database; stop it first, or choose another one.')
  return alone
}

/** Brings a whole site to where nobody is at work. `taken`: what to say where there is a site already, if that matters. */
export const intoPlace = async <T>(config: Config, taken: string, bring: (database: Database) => Promise<T>) => {
  const place = await occupy(config)
  const database = connect(config.database)
  try {
    if (taken && (await holdsSite(database.write))) throw new Problem(taken)
    await refuseUnsuitable(database.write)
    return await bring(database)
  } finally {
    await database.close()
    await place.release()
    giveToOwner(config.data)
  }
}
