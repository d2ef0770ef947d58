import { randomBytes } from 'node:crypto'
import { close, createReadStream, existsSync, fstat, open as openFile } from 'node:fs'
import { lstat, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { flushMade, moveDurably, renameDurably } from '../../../../lib/durable.ts'
import { filesBelow, openBelow } from '../../../../lib/no-symlinks.ts'
import { type ByteRange, LISTED_AT_ONCE, type Store, type StoredFile } from './store.ts'

export const uploadsFolder = (data: string) => join(data, 'uploads')

/** A file that is still being written. */
export const isUnfinished = (path: string) => path.endsWith('.new')

const closed = promisify(close)

/** An open file can be read to its end, even if it is deleted meanwhile. */
const openPlain = async (place: string, range?: ByteRange) => {
  const fd = await promisify(openFile)(place, 'r').catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (fd === undefined) return undefined
  try {
    const { bytes, start, end } = partOf((await promisify(fstat)(fd)).size, range)
    return { bytes, content: createReadStream(place, { fd, start, end }) }
  } catch (error) {
    await closed(fd)
    throw error
  }
}

/** A command that root has started must not be led out of the folder by a link that somebody else has made. */
const openOwn = async (top: string, path: string) => {
  const handle = existsSync(top) ? await openBelow(top, path) : undefined
  if (!handle) return undefined
  const { bytes, start, end } = partOf((await handle.stat()).size)
  return { bytes, content: handle.createReadStream({ start, end }) }
}

const partOf = (size: number, { start, end }: ByteRange = { start: 0, end: size - 1 }) => ({
  bytes: Math.max(0, Math.min(end, size - 1) - start + 1),
  start,
  end: Math.max(start, end),
})

/** The folder `uploads` in the data folder. */
export const diskStore = (data: string, { noLinks = false } = {}): Store => {
  const top = uploadsFolder(data)
  const placeOf = (path: string) => join(top, path)
  return {
    // The name only appears after the bytes are on the disk, and is flushed too, so that none is lost in a power cut.
    async put(path, content) {
      const place = placeOf(path)
      await flushMade(await mkdir(dirname(place), { recursive: true }))
      if ('path' in content) return moveDurably(content.path, place)
      const unfinished = `${place}.${randomBytes(6).toString('hex')}.new`
      try {
        const file = await open(unfinished, 'wx', 0o600)
        try {
          await file.writeFile(content.bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await renameDurably(unfinished, place)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    placeOf,
    open: (path, range) => (noLinks ? openOwn(top, path) : openPlain(placeOf(path), range)),
    async find(path) {
      const about = await lstat(placeOf(path)).catch(() => undefined)
      return about?.isFile() ? about.size : undefined
    },
    async remove(paths) {
      for (const path of paths) await rm(placeOf(path), { force: true })
    },
    async *list() {
      let some: StoredFile[] = []
      for await (const path of existsSync(top) ? filesBelow(top) : []) {
        const about = await lstat(placeOf(path)).catch(() => undefined) // deleted meanwhile
        if (about?.isFile()) some.push({ path, bytes: about.size, modified_at: Math.floor(about.mtimeMs / 1000) })
        if (some.length < LISTED_AT_ONCE) continue
        yield some
        some = []
      }
      if (some.length) yield some
    },
  }
}
