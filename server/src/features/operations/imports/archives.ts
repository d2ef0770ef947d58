import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import { DamagedArchive, readArchive } from '../../../lib/archive.ts'
import { BadRequest } from '../../../lib/errors.ts'
import type { Doing } from '../../../events/doing.ts'
import { roomOn } from './room.ts'
import { FILE_NAMES } from './sources.ts'

/** XML shrinks to about a seventh; what grows beyond this is no dump. */
const GROWS_AT_MOST = 60

export const isArchiveName = (name: string) => /\.(zip|tar\.gz|tgz)$/i.test(name)

const ZIP = Buffer.from('PK')
const GZIP = Buffer.from([0x1f, 0x8b])

/** Whether a file begins as its name says; all else is seen when it is unpacked. */
export const beginsAsArchive = async (file: string, name: string) => {
  const opened = await open(file)
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer.equals(/\.zip$/i.test(name) ? ZIP : GZIP)
  } finally {
    await opened.close()
  }
}

interface Member {
  name: string
  content: Readable | AsyncIterable<Buffer>
}

/** The files of a .zip, one after the other. Names that lead elsewhere are refused by the library, and not used either. */
async function* zipMembers(file: string): AsyncGenerator<Member> {
  const zip = await yauzl.openPromise(file, { lazyEntries: true, autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/'))
        yield { name: basename(entry.fileName), content: await zip.openReadStreamPromise(entry) }
    }
  } finally {
    zip.close()
  }
}

async function* tarMembers(file: string): AsyncGenerator<Member> {
  for await (const { path, content } of readArchive(file, undefined, { isForeign: true }))
    yield { name: basename(path), content }
}

/** Lets so many bytes through, all members together. */
const bounded = (most: number, onBytes: (count: number) => void) => {
  let size = 0
  return () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        onBytes(chunk.length)
        done(size > most ? new BadRequest('error.import.too_large') : null, chunk)
      },
    })
}

/** What the libraries say of its bytes comes without a code, or with one of zlib; the disk has its own. */
const asBad = (error: unknown) => {
  if (error instanceof BadRequest) return error
  const { code = '' } = error as { code?: string }
  return error instanceof DamagedArchive || code === '' || code.startsWith('Z_')
    ? new BadRequest('error.import.damaged')
    : error
}

/** The files of a dump out of an archive, into a folder that has its name only when all of them are there. */
export const unpack = async (
  file: string,
  folder: string,
  { signal, progress }: Pick<Doing, 'signal' | 'progress'>,
) => {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  const { size } = await stat(file)
  const most = Math.min(size * GROWS_AT_MOST, roomOn(await statfs(unfinished)))
  let read = 0
  const through = bounded(most, (count) => progress((read += count), size * 7, 'unpacking'))
  try {
    for await (const { name, content } of file.endsWith('.zip') ? zipMembers(file) : tarMembers(file)) {
      signal.throwIfAborted()
      if (!FILE_NAMES.has(name)) {
        if (content instanceof Readable) content.destroy()
        continue
      }
      // The first of a name counts: an archive of several sites is none that can be told apart.
      if (existsSync(join(unfinished, name))) throw new BadRequest('error.import.twice')
      await pipeline(content, through(), createWriteStream(join(unfinished, name), { mode: 0o600 }), { signal })
    }
    await writeFile(join(unfinished, '.whole'), '', { flush: true })
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    signal.throwIfAborted()
    throw asBad(error)
  }
}
