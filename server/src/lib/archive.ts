import { once } from 'node:events'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { renameDurably } from './durable.ts'
import { AppError } from './errors.ts'

// A .tar.gz of plain files, written and read as a stream: a site may be larger than memory, and any `tar` opens it.

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants
const LEVEL = 5

/** It can't be read to its end, or isn't what it says it is. */
export class DamagedArchive extends Error {}

/** Members are added one after the other; the file is only readable by its owner, since it holds everything. */
export const createArchive = (file: string, mtime: Date) => {
  const tar = pack()
  const done = pipeline(
    tar,
    createGzip({ level: LEVEL }),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
  done.catch(() => {}) // the next write or the close throws it
  const entryFor = (name: string, size: number) => {
    const entry = tar.entry({ name, size, type: 'file', mode: 0o600, mtime, uid: 0, gid: 0 })
    entry.on('error', () => {}) // that of the whole is thrown
    return entry
  }
  /** Where the file can't be written, a member only hears that it was closed; the end of the whole says why. */
  const orCause = async (work: Promise<unknown>) => {
    try {
      await Promise.race([work, done])
    } catch (error) {
      if (tar.destroyed) await done
      throw error
    }
  }
  const write = async (path: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    const entry = entryFor(path, size)
    const finished = once(entry, 'finish')
    finished.catch(() => {})
    let left = size
    for await (const chunk of content) {
      const part = chunk.subarray(0, left)
      left -= part.length
      if (part.length > 0 && !entry.write(part)) await once(entry, 'drain')
    }
    if (left) throw new Error(`${path} became shorter while it was read`)
    entry.end(undefined)
    await finished
  }
  return {
    add: (path: string, content: Buffer) => orCause(write(path, content.length, [content])),
    /** This many bytes of a file; it may grow meanwhile, but not shrink. */
    addStream: (path: string, size: number, content: AsyncIterable<Buffer>) => orCause(write(path, size, content)),
    async close() {
      tar.finalize()
      await done
    },
    async abandon() {
      tar.destroy()
      await done.catch(() => {})
    },
  }
}

export interface ArchiveEntry {
  path: string
  size: number
  content: AsyncIterable<Buffer>
}

export const readAll = async (content: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

/** What `through` refuses is no damage. */
const asDamage = (error: unknown) =>
  error instanceof DamagedArchive || error instanceof AppError ? error : new DamagedArchive((error as Error).message)

async function* contentOf(entry: AsyncIterable<Buffer>) {
  try {
    yield* entry
  } catch (error) {
    throw asDamage(error)
  }
}

interface Foreign {
  isForeign?: boolean
  /** Every byte of it goes through this, also what nobody asks for. */
  through?: Transform
  signal?: AbortSignal
}

/**
 * Its members in order; each must be read before the next, or is skipped. Only plain files are accepted; in one that others have packed,
 * folders and whatever else there is are passed over.
 */
export async function* readArchive(
  file: string,
  onBytes: (count: number) => void = () => {},
  { isForeign = false, through, signal }: Foreign = {},
): AsyncGenerator<ArchiveEntry> {
  const raw = createReadStream(file)
  raw.on('data', (chunk) => onBytes(chunk.length))
  const users = extract()
  const flowing = pipeline([raw, createGunzip(), ...(through ? [through] : []), users], { ...(signal && { signal }) })
  flowing.catch(() => {}) // heard of when the next bytes are asked for
  try {
    for await (const entry of users) {
      const { type, name, size } = entry.header
      if (type !== 'file' || !name || size === undefined) {
        if (!isForeign) throw new DamagedArchive('it has something in it that is no plain file')
        entry.resume()
        continue
      }
      yield { path: name, size, content: contentOf(entry as AsyncIterable<Buffer>) }
      entry.resume()
    }
    await flowing
  } catch (error) {
    throw asDamage(error)
  } finally {
    raw.destroy()
    users.destroy()
  }
}

/** Writes a file so that nobody finds half of it: complete and on the disk, or not there. Nothing is written through a symbolic link. */
export const placeFile = async (place: string, content: AsyncIterable<Buffer>) => {
  const handle = await open(`${place}.new`, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o640)
  try {
    for await (const chunk of content) await handle.write(chunk)
    await handle.sync()
  } catch (error) {
    await rm(`${place}.new`, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await renameDurably(`${place}.new`, place)
}
