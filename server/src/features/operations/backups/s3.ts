import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Backup } from '@askwell/contract/backups.ts'
import type { Config } from '../../../config.ts'
import { renameDurably } from '../../../lib/durable.ts'
import { type Bucket, openS3, S3Problem } from '../../../lib/s3.ts'
import { describeBackup, isBackupName } from './place.ts'

const PATIENCE_MS = 120_000
/** People wait for a list. */
export const LIST_PATIENCE_MS = 4000
const LISTED = 1000

interface Doing {
  signal: AbortSignal
  onBytes: (count: number) => void
}

/** Where backups go in a bucket. */
export const openBucket = (at: Bucket, config: Pick<Config, 's3Private'>, patience = PATIENCE_MS) => {
  const { s3, prefix, keyOf, putFile } = openS3(at, config, { answer: patience, piece: patience, reader: patience })
  return {
    put: (file: string, name: string, doing: Doing) => putFile(name, file, 'application/gzip', doing),
    async list(): Promise<Backup[]> {
      const found = await s3.listObjects('/', prefix, LISTED)
      if (!found) throw new S3Problem('error.s3.no_bucket')
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
