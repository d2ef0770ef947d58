import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PassThrough, Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import { DamagedArchive, readArchive } from '../../../lib/archive.ts'
import { byteLimit } from '../../../lib/byte-limit.ts'
import { BadRequest } from '../../../lib/errors.ts'
import type { Doing } from '../../../events/doing.ts'
import { roomOn } from './room.ts'
import { FILE_NAMES } from './sources.ts'

/** XML shrinks to about a seventh; what grows beyond this is no dump. */
const GROWS_AT_MOST = 60
/** A small one grows more: tar fills blocks of 10 KB. */
const GROWS_ANYHOW = 2 ** 20

const isZipName = (name: string) => /\.zip$/i.test(name)
export const isArchiveName = (name: string) => /\.(zip|tar\.gz|tgz)$/i.test(name)

const ZIP = Buffer.from('PK')
const GZIP = Buffer.from([0x1f, 0x8b])

/** Whether a file begins as its name says; all else is seen when it is unpacked. */
export const beginsAsArchive = async (file: string, name: string) => {
  const opened = await open(file)
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer.equals(isZipName(name) ? ZIP : GZIP)
  } finally {
    await opened.close()
  }
}

/** So many uploads may come along: as many as a large site has, and few enough for any disk. */
const UPLOADS_AT_MOST = 500_000
const SEGMENT_MAX = 255
const DEPTH_MAX = 16

/** Uploads keep the path that they have within their folder, the outermost that is called so; one that could lead elsewhere is none. */
const uploadPath = (path: string) => {
  const names = path.split('/')
  const from = names.indexOf('uploads')
  const way = names.slice(from)
  const isPlain = (name: string) => name && !/^\.|[\\\0:]/.test(name) && Buffer.byteLength(name) <= SEGMENT_MAX
  return from >= 0 && way.length > 1 && way.length <= DEPTH_MAX && way.every(isPlain) ? way.join('/') : undefined
}

/** Where a member of an archive belongs in the folder of a dump; undefined where it isn't needed. */
export const placeOf = (path: string) => {
  const name = basename(path)
  return uploadPath(path) ?? (FILE_NAMES.has(name) && !path.split('/').includes('uploads') ? name : undefined)
}

interface Member {
  path: string
  content: Readable | AsyncIterable<Buffer>
}

async function* zipEntries(file: string) {
  const zip = await yauzl.openPromise(file, { lazyEntries: true, autoClose: false })
  try {
    for await (const entry of zip.eachEntry())
      yield { path: entry.fileName, open: () => zip.openReadStreamPromise(entry) }
  } finally {
    zip.close()
  }
}

/** The files of a .zip, one after the other. Names that lead elsewhere are refused by the library, and not used either. */
async function* zipMembers(file: string): AsyncGenerator<Member> {
  for await (const { path, open } of zipEntries(file)) if (!path.endsWith('/')) yield { path, content: await open() }
}

/** Those of a .tar.gz, of which what isn't wanted is unpacked, too. */
async function* tarMembers(file: string, through: Transform, signal: AbortSignal): AsyncGenerator<Member> {
  for await (const { path, content } of readArchive(file, undefined, { isForeign: true, through, signal }))
    yield { path, content }
}

/** A .zip has a list of its names; a .tar.gz is unpacked for them, up to here, and what comes behind is seen when all of it is unpacked. */
const LOOKED_INTO = 2 ** 24

/** Why it can't be a dump, as far as that can be told at once. `name`: what it is called. */
export const faultOfDump = async (file: string, name: string) => {
  const enough = new BadRequest('error.import.too_large')
  const through = byteLimit({ most: LOOKED_INTO, problem: () => enough })
  const members = isZipName(name)
    ? zipEntries(file)
    : readArchive(file, undefined, { isForeign: true, through: through() })
  try {
    for await (const { path } of members) if (FILE_NAMES.has(placeOf(path) ?? '')) return undefined
    return 'error.import.no_dump'
  } catch (error) {
    if (error === enough) return undefined
    const bad = asBad(error)
    if (bad instanceof BadRequest) return bad.reason
    throw bad
  }
}

/** What the libraries say of its bytes comes without a code, or with one of zlib; the disk has its own. */
const asBad = (error: unknown) => {
  if (error instanceof BadRequest) return error
  const { code = '' } = error as { code?: string }
  // A file and a folder of one name are ENOTDIR or EISDIR.
  return error instanceof DamagedArchive || ['', 'ENOTDIR', 'EISDIR', 'EEXIST'].includes(code) || code.startsWith('Z_')
    ? new BadRequest('error.import.damaged')
    : error
}

/** The files of a dump out of an archive, with the uploads that lie beside it. */
export const unpack = (file: string, folder: string, doing: Pick<Doing, 'signal' | 'progress'>) => {
  let uploads = 0
  return unpackAs(file, folder, doing, (path) => {
    const place = placeOf(path)
    if (place?.includes('/') && ++uploads > UPLOADS_AT_MOST) throw new BadRequest('error.import.too_large')
    return place
  })
}

/** An archive into a folder that has its name only when all of it is there. `toPlace`: a path in the folder; undefined for what isn't wanted. */
export const unpackAs = async (
  file: string,
  folder: string,
  { signal, progress }: Pick<Doing, 'signal' | 'progress'>,
  toPlace: (path: string) => string | undefined,
  onUnpacked: (unfinished: string) => Promise<void> = async () => {},
) => {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  const { size } = await stat(file)
  const most = Math.min(Math.max(size * GROWS_AT_MOST, GROWS_ANYHOW), roomOn(await statfs(unfinished)))
  const isZip = isZipName(file)
  let read = 0
  const through = byteLimit({
    most,
    problem: () => new BadRequest('error.import.too_large'),
    onBytes: (count) => progress((read += count), size * 7, 'unpacking'),
  })
  try {
    for await (const { path, content } of isZip ? zipMembers(file) : tarMembers(file, through(), signal)) {
      signal.throwIfAborted()
      const place = toPlace(path)
      if (place === undefined) {
        if (content instanceof Readable) content.destroy()
        continue
      }
      const target = join(unfinished, place)
      // The first of a name counts: an archive of several sites is none that can be told apart.
      if (existsSync(target)) throw new BadRequest('error.import.twice')
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await pipeline(content, isZip ? through() : new PassThrough(), createWriteStream(target, { mode: 0o600 }), {
        signal,
      })
    }
    await onUnpacked(unfinished)
    await writeFile(join(unfinished, '.whole'), '', { flush: true })
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    signal.throwIfAborted()
    throw asBad(error)
  }
}
