import { lchownSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The database in a data folder, where nobody has named another. */
export const SQLITE_FILE = 'askwell.db'

/** As `mkdir -p`. Node's own never ends where a folder can't be made inside one that is there, as in /proc. */
export const makeFolder = (path: string, mode = 0o777) => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** Links on the way resolved, also for what isn't there yet. */
export const realPath = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path))
  }
}

const isRoot = () => process.getuid?.() === 0

/**
 * What root has written into a folder of somebody else's becomes theirs, as a service that runs as that user has to read it.
 * Links are not followed: what they lead to isn't the folder's.
 */
export const giveToOwner = (folder: string) => {
  const owner = isRoot() ? statSync(folder, { throwIfNoEntry: false }) : undefined
  if (!owner || owner.uid === 0) return
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const found = lstatSync(path, { throwIfNoEntry: false }) // a running site may have erased it by now
    if (found && found.uid === 0) lchownSync(path, owner.uid, owner.gid)
  }
}
