import { createHash, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { realPath } from '../lib/folders.ts'

/** The smallest limit of any system for the path of a socket, without the zero at its end. */
const LONGEST_PATH = 103
const SOCKET = 'command.sock'
const PIPES = '\\\\.\\pipe\\'

/** Another one for each data folder, under whatever name that is reached. */
const nameOf = (data: string) => createHash('sha256').update(realPath(data)).digest('hex').slice(0, 16)
const inside = (data: string) => join(data, 'run', SOCKET)

/** Where the process of this data folder takes commands, and the folder that has to be private for that. */
export const socketPlace = (data: string): { path: string; folder?: string } => {
  if (process.platform === 'win32') return { path: `${PIPES}askwell-${nameOf(data)}-${randomUUID()}` }
  if (Buffer.byteLength(inside(data)) <= LONGEST_PATH) return { path: inside(data) }
  const folder = join(tmpdir(), `askwell-${process.getuid?.() ?? ''}-${nameOf(data)}`)
  return { path: join(folder, SOCKET), folder }
}

/** Whether the process of this data folder could have chosen it. A folder that was copied while its site ran names the socket of that site. */
export const isOwnSocket = (data: string, path: string) =>
  path.startsWith(PIPES)
    ? path.startsWith(`${PIPES}askwell-${nameOf(data)}-`)
    : basename(path) === SOCKET &&
      (realPath(dirname(path)) === realPath(dirname(inside(data))) ||
        new RegExp(`^askwell-\\d*-${nameOf(data)}$`).test(basename(dirname(path))))
