import {
  closeSync,
  constants,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { throughHandle } from './no-symlinks.ts'

/** The database in a data folder, where nobody has named another. */
export const SQLITE_FILE = 'askwell.db'

/** Files on their way, beside `uploads`, so that they can be moved there without being copied. */
export const arrivingFolder = (data: string) => join(data, 'arriving')

const SQLITE = 'sqlite:'
/** The file of a database, if its address names one; undefined for a server. */
export const sqliteFile = (database: string) =>
  database.startsWith(SQLITE) ? database.slice(SQLITE.length) : undefined
export const sqliteAddress = (file: string) => SQLITE + file

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

const giveContents = (folder: string, uid: number, gid: number) => {
  const handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    const held = throughHandle(handle, folder)
    for (const name of readdirSync(held)) {
      const path = join(held, name)
      const found = lstatSync(path, { throwIfNoEntry: false }) // a running site may have erased it by now
      if (!found) continue
      const isFolder = found.isDirectory()
      // A file with a second name may be one from elsewhere.
      if (found.uid === 0 && (isFolder || found.nlink === 1)) lchownSync(path, uid, gid)
      if (isFolder) giveContents(path, uid, gid)
    }
  } finally {
    closeSync(handle)
  }
}

/**
 * Gives files that root has written into a folder of another user to that user, as the service runs as that user and has to read them.
 * Links are not followed, and folders behind them not entered: the owner of the folder could otherwise be given any file of the machine.
 */
export const giveToOwner = (folder: string) => {
  const owner = isRoot() ? statSync(folder, { throwIfNoEntry: false }) : undefined
  if (owner && owner.uid !== 0) giveContents(realpathSync(folder), owner.uid, owner.gid)
}
