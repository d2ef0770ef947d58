import { DatabaseSync } from 'node:sqlite'
import { getLoadablePath } from 'sqlite-vec'
import { whenNeeded } from '../lib/lazy.ts'

/** Functions that compare vectors, on a connection that was opened for extensions. No statement can load another one. */
export const loadVectors = (database: DatabaseSync) => {
  database.enableLoadExtension(true)
  database.loadExtension(getLoadablePath())
  database.enableLoadExtension(false)
}

/** There is none for every machine that Node runs on. */
export const canLoadVectors = whenNeeded(async () => {
  try {
    const database = new DatabaseSync(':memory:', { allowExtension: true })
    loadVectors(database)
    database.close()
    return true
  } catch {
    return false
  }
})
