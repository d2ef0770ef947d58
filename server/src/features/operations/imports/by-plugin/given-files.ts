import { constants } from 'node:fs'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Doing } from '../../../../events/doing.ts'
import { BadRequest } from '../../../../lib/errors.ts'
import type { OfferedFiles } from '../../../../lib/offered-files.ts'
import { isArchiveName, unpackAs } from '../archives.ts'

const PIECE_BYTES = 256 * 1024
const FILES_MAX = 10_000
const NAME_CHARACTERS = 1000
const INDEX = 'index.json'

/** `unpacked`: the folder that an archive is unpacked to. */
export interface GivenFile {
  path: string
  unpacked: string
  /** That folder is for this time only. */
  isFleeting?: boolean
}

interface Listed {
  name: string
  bytes: number
}

/** Its files lie under numbers, so no name in an archive becomes a path; what they are called is in a list beside them. */
const unpackNumbered = async ({ path, unpacked }: GivenFile, doing: Pick<Doing, 'signal' | 'progress'>) => {
  const names: string[] = []
  const place = (name: string) => {
    if (name.length > NAME_CHARACTERS || names.length >= FILES_MAX) throw new BadRequest('error.import.too_large')
    return String(names.push(name) - 1)
  }
  await unpackAs(path, unpacked, doing, place, async (folder) => {
    const listed: Listed[] = []
    for (const [at, name] of names.entries()) listed.push({ name, bytes: (await stat(join(folder, String(at)))).size })
    await writeFile(join(folder, INDEX), JSON.stringify(listed), { mode: 0o600 })
  })
  return JSON.parse(await readFile(join(unpacked, INDEX), 'utf8')) as Listed[]
}

const readPiece = async (path: string, start: number, end: number) => {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const offered = (listed: readonly Listed[], pathOf: (at: number) => string): OfferedFiles => ({
  list: () => [...listed],
  async read(name, start, end) {
    const at = listed.findIndex((file) => file.name === name)
    if (at < 0) throw new Error('there is no such file')
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
      throw new Error('start and end have to be numbers of bytes, one after the other')
    if (end - start > PIECE_BYTES) throw new Error(`at most ${PIECE_BYTES / 1024} KB are read at once`)
    return readPiece(pathOf(at), start, end)
  },
})

/** A file as a plugin reads it: an archive is unpacked first. */
export const openGiven = async (file: GivenFile, doing: Pick<Doing, 'signal' | 'progress'>): Promise<OfferedFiles> => {
  const { path, unpacked } = file
  if (isArchiveName(path)) return offered(await unpackNumbered(file, doing), (at) => join(unpacked, String(at)))
  return offered([{ name: basename(path), bytes: (await stat(path)).size }], () => path)
}

/** The same file for as long as it isn't another one. */
export const stateOfFile = async ({ path }: GivenFile) => {
  const { size, mtimeMs } = await stat(path)
  return `${basename(path)} ${size} ${mtimeMs}`
}
