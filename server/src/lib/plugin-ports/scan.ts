import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { ScannedFile, ScanPart } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import type { FileScanner } from '../file-scanners.ts'
import { call, simplePort } from './port.ts'
import type { Asking } from './running.ts'

/** A message to a plugin holds some of them at once, as text. */
const PIECE_BYTES = 2 ** 18
const FOUND_CHARACTERS = 200

export const scan = simplePort('scan', {
  'scan.begin': call<ScannedFile>()(5000, Type.Unknown()),
  'scan.piece': call<Parameters<ScanPart['piece']>[0]>()(5000, Type.Unknown()),
  'scan.end': call<Parameters<ScanPart['end']>[0]>()(
    20_000,
    Type.Object({ clean: Type.Boolean(), found: Type.Optional(Type.String()) }),
  ),
})

const hashOf = async (path: string) => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** As the site's own scanners. The plugin can't open the file: it gets its bytes. */
export const scannerOf =
  (plugins: Asking, slug_name: string): FileScanner =>
  async ({ path, bytes, name }, signal) => {
    const id = randomUUID()
    const end = (complete: boolean) => plugins.ask(slug_name, 'scan.end', { id, complete })
    const sha256 = await hashOf(path)
    try {
      await plugins.ask(slug_name, 'scan.begin', { id, name, bytes, sha256 })
      for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES, signal }))
        await plugins.ask(slug_name, 'scan.piece', { id, base64: (piece as Buffer).toString('base64') })
    } catch (error) {
      await end(false).catch(() => {}) // what happened first is what is told
      throw error
    }
    const { clean, found = 'unnamed' } = await end(true)
    return clean ? { clean } : { clean, found: found.slice(0, FOUND_CHARACTERS) }
  }
