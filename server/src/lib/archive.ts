import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { Header } from 'tar'
import { renameDurably } from './durable.ts'

// A .tar.gz of plain files, written and read as a stream: a site may be larger than memory, and any `tar` opens it.

const BLOCK = 512
const LEVEL = 5

/** It can't be read to its end, or isn't what it says it is. */
export class DamagedArchive extends Error {}

const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK

/** Members are added one after the other; readable by its owner only, since it holds all there is. */
export const createArchive = (file: string, mtime: Date) => {
  const tar = new PassThrough()
  const done = pipeline(
    tar,
    createGzip({ level: LEVEL }),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
  done.catch(() => {}) // the next write or the close throws it
  const write = async (bytes: Uint8Array) => {
    if (!tar.write(bytes)) await Promise.race([once(tar, 'drain'), done])
  }
  const head = async (path: string, size: number) => {
    const header = new Header({ path, size, type: 'File', mode: 0o600, mtime, uid: 0, gid: 0 })
    const bytes = Buffer.alloc(BLOCK)
    if (header.encode(bytes, 0)) throw new Error(`${path} is too long a name for an archive`)
    await write(bytes)
  }
  return {
    async add(path: string, content: Buffer) {
      await head(path, content.length)
      await write(content)
      await write(Buffer.alloc(padding(content.length)))
    },
    /** This many bytes of a file; it may grow meanwhile, but not shrink. */
    async addStream(path: string, size: number, content: AsyncIterable<Buffer>) {
      await head(path, size)
      let left = size
      for await (const chunk of content) {
        const part = chunk.subarray(0, left)
        left -= part.length
        await write(part)
      }
      if (left) throw new Error(`${path} became shorter while it was read`)
      await write(Buffer.alloc(padding(size)))
    },
    async close() {
      tar.end(Buffer.alloc(2 * BLOCK))
      await done
    },
    async abandon() {
      tar.destroy()
      await done.catch(() => {})
    },
  }
}

export interface Member {
  path: string
  size: number
  content: AsyncGenerator<Buffer, void, void>
}

/** Exactly this many bytes at a time from a stream. */
const createPortions = (stream: AsyncIterable<Buffer>) => {
  const source = stream[Symbol.asyncIterator]()
  let kept: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await source.next().catch((error: Error) => {
      throw new DamagedArchive(error.message)
    })
    if (done) throw new DamagedArchive('it ends too early')
    return value
  }
  async function* pieces(size: number): AsyncGenerator<Buffer, void, void> {
    let left = size
    while (left > 0) {
      const chunk = kept.length ? kept : await more()
      const part = chunk.subarray(0, left)
      kept = chunk.subarray(part.length)
      left -= part.length
      yield part
    }
  }
  const exactly = async (size: number) => {
    const parts: Buffer[] = []
    for await (const part of pieces(size)) parts.push(part)
    return Buffer.concat(parts)
  }
  /** The checksum of the compression stands behind the last byte. */
  const drain = async () => {
    while (
      !(
        await source.next().catch((error: Error) => {
          throw new DamagedArchive(error.message)
        })
      ).done
    );
  }
  return { pieces, exactly, drain }
}

export const readAll = async (content: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

/** Numbers in it may be such that none can be read. */
const headerOf = (block: Buffer) => {
  try {
    return new Header(block)
  } catch {
    return undefined
  }
}

/** Its members in their order; each is to be read before the next, or is passed over. Nothing but plain files is let through. */
export async function* readArchive(file: string, onBytes: (count: number) => void = () => {}): AsyncGenerator<Member> {
  const raw = createReadStream(file)
  raw.on('data', (chunk) => onBytes(chunk.length))
  const unpacked = createGunzip()
  const flowing = pipeline(raw, unpacked)
  flowing.catch(() => {}) // heard of when the next bytes are asked for
  const { pieces, exactly, drain } = createPortions(unpacked)
  try {
    for (;;) {
      const block = await exactly(BLOCK)
      if (block.every((byte) => byte === 0)) return await drain()
      const header = headerOf(block)
      if (!header?.cksumValid || header.type !== 'File' || !header.path || header.size === undefined)
        throw new DamagedArchive('it has something in it that is no plain file')
      const content = pieces(header.size)
      yield { path: header.path, size: header.size, content }
      for await (const _ of content); // what was not read
      await exactly(padding(header.size))
    }
  } finally {
    raw.destroy()
    unpacked.destroy()
  }
}

/** Puts a file where nobody finds half of it: complete and on the disk, or not there. */
export const placeFile = async (place: string, content: AsyncIterable<Buffer>) => {
  const handle = await open(`${place}.new`, 'w', 0o640)
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
