import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { arrivingFolder } from '../../lib/folders.ts'

/** A file that came with a request; it is deleted with the request, unless it has been moved to its place. */
export interface SpooledFile {
  name: string
  mime: string
  path: string
  /** How many bytes came. Bytes beyond the limit aren't stored, but count. */
  size: number
}

/** No request takes this long: an older file was left behind by a process that died. */
const LEFT_BEHIND_MS = 60 * 60_000

export const removeLeftBehind = async (data: string) => {
  const folder = arrivingFolder(data)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true })
  }
}

/**
 * Writes what arrives to the disk, not to memory, whatever the settings allow. Beyond `most` nothing is stored;
 * `onMore` may throw to stop there, or let the rest be read and ignored.
 */
export const spool = async (
  data: string,
  arriving: Readable,
  {
    name,
    mime,
    most,
    onBytes,
    onMore,
  }: { name: string; mime: string; most: number; onBytes(count: number): void; onMore(): void },
): Promise<SpooledFile> => {
  await mkdir(arrivingFolder(data), { recursive: true, mode: 0o700 })
  const path = join(arrivingFolder(data), randomBytes(16).toString('base64url'))
  let size = 0
  try {
    await pipeline(
      arriving,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          const room = Math.max(0, most - size)
          size += chunk.length
          onBytes(chunk.length)
          if (size > most) onMore()
          if (room > 0) yield chunk.subarray(0, room)
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    )
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { name, mime, path, size }
}
