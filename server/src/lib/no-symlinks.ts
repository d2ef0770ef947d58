import { constants, existsSync } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, opendir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

// Files below a folder that may be somebody else's: a command that root has started must not be led out of it by a link.

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
/** What the system says of a link, or of something else, where a folder or a file should be. */
const LED_AWAY = ['ELOOP', 'ENOTDIR', 'EMLINK']

/** There is a link where a folder of ours should be. */
export class LedAway extends Error {
  readonly place: string
  constructor(place: string, why: string) {
    super(`${place} ${why}`)
    this.place = place
  }
}

/** What is in an open folder. By its name, somebody could put a link in its place meanwhile. */
export const throughHandle = (handle: number, path: string) => {
  const held = `/proc/self/fd/${handle}`
  return existsSync(held) ? held : path
}

/** A symbolic link in place of the whole folder, as to another disk, counts only if it was made by the user this runs as, or by root. */
const ensureOurs = async (top: string) => {
  const about = await lstat(top)
  if (about.isSymbolicLink() && ![0, process.getuid?.()].includes(about.uid))
    throw new LedAway(top, 'is a link that somebody else has made')
}

const openFolder = (held: string, name: string) =>
  open(held, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((error: { code?: string }) => {
    throw LED_AWAY.includes(error.code ?? '') ? new LedAway(name, 'is no folder of its own') : error
  })

/** Works on a file below `top` by a path on which no link is followed; the file itself the work has to open with `O_NOFOLLOW`. `make`: the folders on the way, too. */
export const below = async <T>(
  top: string,
  path: string,
  work: (place: string) => Promise<T>,
  { make = false } = {},
): Promise<T> => {
  if (process.platform === 'win32') {
    // It opens no folders, and lets none but admins make links.
    if (make) await mkdir(join(top, dirname(path)), { recursive: true })
    return work(join(top, path))
  }
  await ensureOurs(top)
  const handles: FileHandle[] = [await open(top, O_RDONLY | O_DIRECTORY)]
  let held = throughHandle(handles[0]!.fd, top)
  try {
    for (const name of dirname(path).split(/[\\/]/)) {
      if (make && (await makeUnlessThere(join(held, name)))) await handles.at(-1)!.sync()
      const folder = await openFolder(join(held, name), join(top, name))
      handles.push(folder)
      held = throughHandle(folder.fd, join(held, name))
    }
    return await work(join(held, basename(path)))
  } finally {
    for (const handle of handles) await handle.close()
  }
}

/** The files in a folder and in those within it, by their paths there. Node's own recursion looks into folders behind links, too. */
export async function* filesBelow(top: string, path = ''): AsyncGenerator<string> {
  for await (const entry of await opendir(join(top, path))) {
    const its = path ? `${path}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* filesBelow(top, its)
    else if (entry.isFile()) yield its
  }
}

const makeUnlessThere = (folder: string) =>
  mkdir(folder).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

const isNoFile = (error: unknown) =>
  ['ENOENT', 'ENAMETOOLONG', ...LED_AWAY].includes((error as { code?: string }).code ?? '')

/** To read it; undefined where there is no such file, or a link in its place. */
export const openBelow = async (top: string, path: string): Promise<FileHandle | undefined> => {
  try {
    const handle = await below(top, path, (place) => open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
    return undefined
  } catch (error) {
    if (error instanceof LedAway ? error.place !== top : isNoFile(error)) return undefined
    throw error
  }
}
