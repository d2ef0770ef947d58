import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError, Invalid } from '../../../../lib/errors.ts'
import { DEFAULT_LANGUAGE, translateReason } from '../../../../lib/messages.ts'
import { openBelow } from '../../../../lib/no-symlinks.ts'
import { faultOf, limitsOf, type Source } from '../../files/policy.ts'
import { findFile } from '../../files/queries.ts'
import { keepFile } from '../../files/service.ts'
import { siteSettings } from '../../settings/views.ts'
import { batches, type Import } from '../batches.ts'
import { Stopped } from '../import-stopped.ts'
import { firstAdmin, insertOrigins, listOrigins } from '../queries.ts'
import { type Author, authorIds } from '../users.ts'

/** As texts of the old site name it. */
export interface OldUpload {
  /** Known by it: its path, where one file isn't kept as several things. */
  key: string
  /** In the folder of uploads. */
  path: string
  /** As it was called, where its path doesn't say. */
  name: string
  source: Source
}

/** One that something of the old site names; the first who did is taken for who uploaded it, or an admin. */
export interface NamedUpload extends OldUpload {
  line: number
  by: Author | null
  created_at: number
}

export const UPLOADS = 'upload'

export const missingUpload = ({ path }: OldUpload) => `${path} is named, and isn't in the folder of uploads`

const why = (error: AppError) =>
  (error instanceof Invalid ? error.fields : [error])
    .map(({ reason, values }) => translateReason(DEFAULT_LANGUAGE, reason, values))
    .join(' ')

/** How large it is; undefined where there is no such file. Nothing leads out of the folder. */
const sizeOf = async (folder: string, path: string) => {
  const handle = await openBelow(folder, path)
  if (!handle) return undefined
  try {
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

/** A copy, since what is kept may be moved. @returns whether there is such a file. */
const copyTo = async (place: string, folder: string, path: string) => {
  const handle = await openBelow(folder, path)
  if (!handle) return false
  try {
    await pipeline(handle.createReadStream({ autoClose: false }), createWriteStream(place, { mode: 0o600 }))
    return true
  } finally {
    await handle.close()
  }
}

/** Whether it is there to be copied. */
export const hasUpload = async (folder: string, { path }: OldUpload) => (await sizeOf(folder, path)) !== undefined

/** @returns what is wrong with it; undefined where it is here now. */
const keepOne = async ({ app, site }: Import, folder: string, upload: NamedUpload, user_id: number) => {
  const bytes = await sizeOf(folder, upload.path)
  if (bytes === undefined) return missingUpload(upload)
  const limits = limitsOf((await siteSettings(app)).write, upload.source)
  const fault = faultOf(upload.source, { name: upload.name, size: bytes }, limits)
  if (fault) return `${upload.path}: ${why(new Invalid([fault]))}`
  const temporary = await mkdtemp(join(tmpdir(), 'askwell-upload-'))
  const place = join(temporary, 'file')
  try {
    if (!(await copyTo(place, folder, upload.path))) return missingUpload(upload)
    const { size } = await stat(place)
    const kept = await keepFile(app, user_id, upload.source, { name: upload.name, path: place, size })
    const { id } = (await findFile(app.db, kept))!
    await app.transaction((tx) => insertOrigins(tx.db, site, 'file', [[upload.key, id]]))
    return undefined
  } catch (error) {
    if (error instanceof AppError) return `${upload.path}: ${why(error)}`
    throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Puts the uploads of the old site into the store of this one, each once. */
export const copyUploads = async (
  one: Import,
  folder: string,
  uploads: Iterable<NamedUpload> | AsyncIterable<NamedUpload>,
) => {
  const { app, site, tally } = one
  for await (const batch of batches(uploads, one.batch)) {
    const known = await listOrigins(
      app.db,
      site,
      'file',
      batch.map(({ key }) => key),
    )
    const owners = await app.transaction((tx) =>
      authorIds(
        tx,
        site,
        batch.flatMap(({ by, created_at }) => (by ? [{ author: by, created_at }] : [])),
      ),
    )
    const admin = await firstAdmin(app.db)
    tally.note(UPLOADS, { added: 0, present: known.size })
    for (const upload of batch.filter(({ key }) => !known.has(key))) {
      if (one.signal.aborted) throw new Stopped()
      const problem = await keepOne(one, folder, upload, upload.by ? owners.get(upload.by.key)! : admin)
      if (problem) tally.complain(UPLOADS, upload.line, problem)
      else tally.note(UPLOADS, { added: 1, present: 0 })
    }
  }
}
