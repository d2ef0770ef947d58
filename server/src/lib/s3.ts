import { open, stat } from 'node:fs/promises'
import type { S3_FIELDS } from '@askwell/contract/s3.ts'
import { S3mini } from 's3mini'
import { createOutboundFetch } from './outbound-fetch.ts'
import { isNotPublic } from './outbound-http.ts'
import { StoreProblem } from './store-problem.ts'

export type Bucket = Record<keyof typeof S3_FIELDS, string>

export const NO_BUCKET: Bucket = {
  s3_endpoint: '',
  s3_region: '',
  s3_bucket: '',
  s3_prefix: '',
  s3_access_key: '',
  s3_secret_key: '',
}

export const REQUIRED = ['s3_endpoint', 's3_bucket', 's3_access_key', 's3_secret_key'] as const
export const hasBucket = (at: Bucket) => REQUIRED.every((one) => at[one] !== '')

const WHERE = ['s3_endpoint', 's3_region', 's3_bucket', 's3_prefix', 's3_access_key'] as const
/** Whether things would go elsewhere than before. An empty key leaves the one that is saved. */
export const namesStorage = (given: Bucket, before: Bucket) =>
  given.s3_endpoint !== '' && (given.s3_secret_key !== '' || WHERE.some((one) => given[one] !== before[one]))

/** The storage can't be used; for an admin. Its own words would tell whoever names an address what is there. */
export class S3Problem extends StoreProblem {}

/** What is sent at once, and in memory: storages want 5 MB at least, and take ten thousand parts. */
const PART_BYTES = 16 * 2 ** 20

export interface Patience {
  /** Until it begins to answer, beside the time that sending takes. */
  answer: number
  /** Until the next piece of an answer comes. */
  piece: number
  /** Until whoever reads it wants the next one. */
  reader: number
}

/** What isn't found is looked at by each call; where nothing can be put, there is no bucket. */
const refuseFailed = ({ ok, status }: Response, method = 'GET') => {
  if (status === 404 && (method === 'PUT' || method === 'POST')) throw new S3Problem('error.s3.no_bucket')
  if (status === 401 || status === 403) throw new S3Problem('error.s3.refused')
  if (!ok && status !== 404) throw new S3Problem('error.s3.failed', { status: String(status) })
}

/** Bytes in a millisecond, on a slow line. */
const SLOWEST = 100
/** Nobody tells when a request has been sent. */
const sendingTime = (body: unknown) =>
  (ArrayBuffer.isView(body) ? body.byteLength : String(body ?? '').length) / SLOWEST

/** Waits so long for an answer, then for each piece of it, and for its reader between them: a large file may take hours, as long as it comes and goes. */
const patiently =
  ({ answer, piece, reader }: Patience, reach: typeof fetch): typeof fetch =>
  async (input, init) => {
    const idle = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const stop = () => clearTimeout(timer)
    const wait = (ms: number) => {
      stop()
      timer = setTimeout(() => idle.abort(new S3Problem('error.s3.away')), ms)
    }
    wait(answer + sendingTime(init?.body))
    try {
      const response = await reach(input, { ...init, signal: idle.signal }).catch((error: unknown) => {
        throw new S3Problem(isNotPublic(error) ? 'error.s3.private' : 'error.s3.away', undefined, error)
      })
      refuseFailed(response, init?.method)
      stop()
      if (!response.body) return response
      const arriving = response.body.getReader()
      const pieces = new ReadableStream<Uint8Array>(
        {
          async pull(to) {
            wait(piece)
            const { done, value } = await arriving.read().finally(stop)
            if (done) return to.close()
            to.enqueue(value)
            wait(reader)
          },
          cancel(why) {
            stop()
            return arriving.cancel(why)
          },
        },
        { highWaterMark: 0 },
      )
      wait(reader)
      return new Response(pieces, response)
    } catch (error) {
      stop()
      throw error
    }
  }

export interface Sending {
  signal?: AbortSignal
  onBytes?: (count: number) => void
}

/** A bucket of an S3-compatible storage. It is at a public address, unless the server's own configuration allows others. */
export const openS3 = (at: Bucket, { s3Private }: { s3Private?: boolean }, patience: Patience) => {
  const s3 = new S3mini({
    endpoint: `${at.s3_endpoint.replace(/\/+$/, '')}/${at.s3_bucket}`,
    region: at.s3_region || 'auto',
    accessKeyId: at.s3_access_key,
    secretAccessKey: at.s3_secret_key,
    fetch: patiently(patience, s3Private ? fetch : createOutboundFetch([], { keepAlive: true })),
  })
  const prefix = at.s3_prefix.replace(/^\/+/, '')
  const keyOf = (name: string) => prefix + name

  const putInParts = async (file: string, key: string, type: string, { signal, onBytes }: Sending) => {
    const upload = await s3.getMultipartUploadId(key, type)
    const handle = await open(file)
    try {
      const parts = []
      for (let part = 1; ; part++) {
        signal?.throwIfAborted()
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES)
        if (bytesRead === 0) break
        parts.push(await s3.uploadPart(key, upload, buffer.subarray(0, bytesRead), part))
        onBytes?.(bytesRead)
      }
      await s3.completeMultipartUpload(key, upload, parts)
    } catch (error) {
      await s3.abortMultipartUpload(key, upload).catch(() => {}) // the reason is told
      throw error
    } finally {
      await handle.close()
    }
  }

  const putBytes = async (name: string, bytes: Uint8Array, type: string) => {
    await s3.putObject(keyOf(name), bytes, type)
  }

  return {
    s3,
    prefix,
    keyOf,
    putBytes,
    async putFile(name: string, file: string, type: string, sending: Sending = {}) {
      const { size } = await stat(file)
      if (size > PART_BYTES) return putInParts(file, keyOf(name), type, sending)
      const handle = await open(file)
      try {
        await putBytes(name, await handle.readFile(), type)
      } finally {
        await handle.close()
      }
      sending.onBytes?.(size)
    },
  }
}
