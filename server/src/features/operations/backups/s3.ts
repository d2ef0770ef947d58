import { createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Backup, BackupSchedule } from '@askwell/contract/backups.ts'
import { S3mini } from 's3mini'
import type { Config } from '../../../config.ts'
import { renameDurably } from '../../../lib/durable.ts'
import { createOutboundFetch } from '../../../lib/outbound-fetch.ts'
import { isNotPublic } from '../../../lib/outbound-http.ts'
import { BackupProblem } from './format.ts'
import { describeBackup, isBackupName } from './place.ts'

export type Bucket = Pick<
  BackupSchedule,
  's3_endpoint' | 's3_region' | 's3_bucket' | 's3_prefix' | 's3_access_key' | 's3_secret_key'
>
export const hasBucket = (at: Bucket) =>
  [at.s3_endpoint, at.s3_bucket, at.s3_access_key, at.s3_secret_key].every((value) => value !== '')

const WHERE = ['s3_endpoint', 's3_region', 's3_bucket', 's3_prefix', 's3_access_key'] as const
/** Whether backups would go elsewhere than before. An empty key leaves the one that is saved. */
export const namesStorage = (given: Bucket, before: Bucket) =>
  given.s3_endpoint !== '' && (given.s3_secret_key !== '' || WHERE.some((one) => given[one] !== before[one]))

/** What is sent at once, and in memory: storages want 5 MB at least, and take ten thousand parts. */
const PART_BYTES = 16 * 2 ** 20
const PATIENCE_MS = 120_000
/** People wait for a list. */
export const LIST_PATIENCE_MS = 4000
const LISTED = 1000

interface Doing {
  signal: AbortSignal
  onBytes: (count: number) => void
}

/** The storage's own words would tell whoever names an address what is there. What isn't found is looked at by each call. */
const refuseFailed = ({ ok, status }: Response) => {
  if (status === 401 || status === 403) throw new BackupProblem('error.backup.s3_refused')
  if (!ok && status !== 404) throw new BackupProblem('error.backup.s3_failed', { status: String(status) })
}

/** Waits so long for an answer, and then again for each piece of it: a large backup may take hours, as long as it comes. */
const patiently =
  (patience: number, reach: typeof fetch): typeof fetch =>
  async (input, init) => {
    const idle = new AbortController()
    const timer = setTimeout(() => idle.abort(new BackupProblem('error.backup.s3_away')), patience)
    const stop = () => clearTimeout(timer)
    try {
      const response = await reach(input, { ...init, signal: idle.signal }).catch((error) => {
        throw new BackupProblem(isNotPublic(error) ? 'error.backup.s3_private' : 'error.backup.s3_away')
      })
      refuseFailed(response)
      if (!response.body) {
        stop()
        return response
      }
      timer.refresh()
      const pieces = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, to) {
          timer.refresh()
          to.enqueue(piece)
        },
        flush: stop,
      })
      return new Response(response.body.pipeThrough(pieces), response)
    } catch (error) {
      stop()
      throw error
    }
  }

/** A bucket of an S3-compatible storage. It is at a public address, unless the server's own configuration allows others. */
export const openBucket = (at: Bucket, { s3Private }: Pick<Config, 's3Private'>, patience = PATIENCE_MS) => {
  const s3 = new S3mini({
    endpoint: `${at.s3_endpoint.replace(/\/+$/, '')}/${at.s3_bucket}`,
    region: at.s3_region || 'auto',
    accessKeyId: at.s3_access_key,
    secretAccessKey: at.s3_secret_key,
    fetch: patiently(patience, s3Private ? fetch : createOutboundFetch()),
  })
  const prefix = at.s3_prefix.replace(/^\/+/, '')
  const keyOf = (name: string) => prefix + name

  const putInParts = async (file: string, key: string, { signal, onBytes }: Doing) => {
    const upload = await s3.getMultipartUploadId(key, 'application/gzip')
    const handle = await open(file)
    try {
      const parts = []
      for (let part = 1; ; part++) {
        signal.throwIfAborted()
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES)
        if (bytesRead === 0) break
        parts.push(await s3.uploadPart(key, upload, buffer.subarray(0, bytesRead), part))
        onBytes(bytesRead)
      }
      await s3.completeMultipartUpload(key, upload, parts)
    } catch (error) {
      await s3.abortMultipartUpload(key, upload).catch(() => {}) // the reason is told
      throw error
    } finally {
      await handle.close()
    }
  }

  return {
    async put(file: string, name: string, doing: Doing) {
      const { size } = await stat(file)
      if (size > PART_BYTES) return putInParts(file, keyOf(name), doing)
      const handle = await open(file)
      try {
        await s3.putObject(keyOf(name), await handle.readFile(), 'application/gzip')
      } finally {
        await handle.close()
      }
      doing.onBytes(size)
    },
    async list(): Promise<Backup[]> {
      const found = await s3.listObjects('/', prefix, LISTED)
      if (!found) throw new BackupProblem('error.backup.s3_no_bucket')
      return found.flatMap(({ Key, Size, LastModified }) => {
        const name = Key.slice(prefix.length)
        const at = Math.floor(new Date(LastModified).getTime() / 1000)
        return Key.startsWith(prefix) && isBackupName(name) ? [describeBackup('s3', name, Size, at)] : []
      })
    },
    remove: (name: string) => s3.deleteObject(keyOf(name)),
    /** The file only gets its name once it is whole. */
    async fetch(name: string, file: string, { signal, onBytes }: Doing) {
      const response = await s3.getObjectResponse(keyOf(name))
      if (!response?.body) return false
      const unfinished = `${file}.unfinished`
      try {
        await pipeline(
          Readable.fromWeb(response.body as never),
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              onBytes(chunk.length)
              yield chunk
            }
          },
          createWriteStream(unfinished, { mode: 0o600 }),
          { signal },
        )
        await renameDurably(unfinished, file)
      } finally {
        await rm(unfinished, { force: true })
      }
      return true
    },
  }
}
