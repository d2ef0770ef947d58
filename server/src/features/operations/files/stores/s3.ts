import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { S3ServiceError } from 's3mini'
import type { Config } from '../../../../config.ts'
import { MINUTE } from '../../../../lib/clock.ts'
import { type Bucket, openS3, S3Problem } from '../../../../lib/s3.ts'
import { SOURCES } from '../policy.ts'
import { LISTED_AT_ONCE, type Store } from './store.ts'

/** Somebody waits for a picture. On a slow line a reader takes long between two pieces, as what lies between here and there takes many at once. */
const PATIENCE = { answer: 15_000, piece: 30_000, reader: 20 * 60_000 }
const REMOVED_AT_ONCE = 8
/** A link works this long. */
export const LINK_SECONDS = 5 * MINUTE

const orMissing = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof S3ServiceError && error.status === 404) return undefined
    throw error
  }
}

/** A bucket of an S3-compatible storage. */
export const s3Store = (at: Bucket, config: Pick<Config, 's3Private'>, patience = PATIENCE): Store => {
  const { s3, prefix, keyOf, putBytes, putFile } = openS3(at, config, patience)
  return {
    async put(path, content, mime) {
      if ('bytes' in content) return putBytes(path, content.bytes, mime)
      await putFile(path, content.path, mime)
      await rm(content.path, { force: true })
    },
    async open(path, range) {
      const response = await orMissing(
        range ? s3.getObjectRaw(keyOf(path), false, range.start, range.end + 1) : s3.getObjectRaw(keyOf(path)),
      )
      if (!response || response.status === 404) return undefined
      const bytes = Number(response.headers.get('content-length') ?? Number.NaN)
      if (!response.body || Number.isNaN(bytes) || (range && response.status !== 206)) {
        await response.body?.cancel()
        if (bytes === 0) return { bytes, content: Readable.from([]) }
        throw new S3Problem('error.s3.failed', { status: String(response.status) })
      }
      return { bytes, content: Readable.fromWeb(response.body as never) }
    },
    async find(path) {
      return (await s3.objectExists(keyOf(path))) ? s3.getContentLength(keyOf(path)) : undefined
    },
    async remove(paths) {
      for (let at = 0; at < paths.length; at += REMOVED_AT_ONCE)
        await Promise.all(paths.slice(at, at + REMOVED_AT_ONCE).map((path) => orMissing(s3.deleteObject(keyOf(path)))))
    },
    // Only what can be an upload: the bucket may hold other things.
    async *list() {
      for (const source of SOURCES)
        for (let next: string | undefined; ;) {
          const found = await s3.listObjectsPaged('/', keyOf(`${source}/`), LISTED_AT_ONCE, next)
          if (!found?.objects) throw new S3Problem('error.s3.no_bucket')
          yield found.objects.map(({ Key, Size, LastModified }) => ({
            path: Key.slice(prefix.length),
            bytes: Size,
            modified_at: Math.floor(new Date(LastModified).getTime() / 1000),
          }))
          next = found.nextContinuationToken
          if (!next) break
        }
    },
    link: (path, { type, disposition }) =>
      s3.getPresignedUrl('GET', keyOf(path), LINK_SECONDS, {
        'response-content-type': type,
        ...(disposition && { 'response-content-disposition': disposition }),
      }),
  }
}
