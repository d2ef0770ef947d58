import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import type { UploadStorage, UploadStore } from '@askwell/contract/storage.ts'
import { beginTask } from '../../../events/tasks/service.ts'
import type { App } from '../../../events/events.ts'
import { AppError, Conflict, Invalid } from '../../../lib/errors.ts'
import { hasBucket, namesStorage, REQUIRED, S3Problem } from '../../../lib/s3.ts'
import { recordAudit } from '../audit/queries.ts'
import { anyStored, lastStored } from '../files/queries.ts'
import { changeUploadStorage, uploadStorage } from '../files/stores/of-site.ts'
import { s3Store } from '../files/stores/s3.ts'

/** An admin waits for the answer. */
const PATIENCE = { answer: 8000, piece: 8000, reader: 8000 }

/** Writes, reads and deletes a small file as uploads are. @throws why that can't be done. */
const tryBucket = async (app: App, storage: UploadStorage) => {
  if (!hasBucket(storage)) throw new S3Problem('error.s3.none')
  const store = s3Store(storage, app.config, PATIENCE)
  const path = `post/connection-test-${randomBytes(12).toString('hex')}.txt`
  const bytes = randomBytes(32)
  try {
    await store.put(path, { bytes }, 'text/plain')
    const back = await store.open(path)
    if (!back || !(await buffer(back.content)).equals(bytes)) throw new S3Problem('error.s3.not_kept')
    await store.list().next() // what lies there has to be found, too
    await store.remove([path])
  } catch (error) {
    throw error instanceof AppError ? error : new S3Problem('error.s3.not_kept')
  }
  return store
}

/** Uploads that lie in the bucket must still be found: another name for the same storage is fine, another bucket isn't. @returns whether there are any. */
const refuseLosing = async (app: App, after: UploadStorage) => {
  const known = await lastStored(app.db, 's3')
  if (!known) return false
  if (!hasBucket(after)) throw new Conflict('error.s3.in_use')
  if ((await s3Store(after, app.config, PATIENCE).find(known.path)) !== known.bytes)
    throw new Conflict('error.s3.in_use')
  return true
}

const shown = ({ s3_secret_key: _, ...rest }: UploadStorage) => rest

/** Whether readers' and members' files would go elsewhere than before. */
export const namesOther = async (app: App, given: UploadStorage) => namesStorage(given, await uploadStorage(app.db))

export const save = async (app: App, actor_id: number, given: UploadStorage) => {
  const before = await uploadStorage(app.db)
  const after = { ...given, s3_secret_key: given.s3_secret_key || before.s3_secret_key }
  if (after.place === 's3') {
    const fields = REQUIRED.filter((one) => !after[one])
    if (fields.length) throw new Invalid(fields.map((field) => ({ field, reason: 'field.required' as const })))
    await tryBucket(app, after)
  }
  const wereStored = await refuseLosing(app, after)
  await app.transaction(async (tx) => {
    await changeUploadStorage(tx, (saved) => {
      if (!isDeepStrictEqual(saved, before)) throw new Conflict('error.s3.changed')
      return after
    })
    // One that came meanwhile lies in the bucket of before.
    if (!wereStored && (await anyStored(tx.db, 's3'))) throw new Conflict('error.s3.changed')
    await recordAudit(tx, {
      actor_id,
      action: 'storage.uploads_set',
      object_type: 'site',
      object_id: 0,
      before: shown(before),
      after: shown(after),
    })
  })
  return null
}

export const test = async (app: App) => {
  await tryBucket(app, await uploadStorage(app.db))
  return null
}

export const beginMove = async (app: App, actor_id: number, to: UploadStore) => {
  if (to === 's3') await test(app)
  const about = { actor_id, action: 'storage.move_begun', object_type: 'site', object_id: 0 } as const
  await beginTask(app, actor_id, 'move_uploads', { to }, (tx) =>
    recordAudit(tx, { ...about, before: null, after: { to } }),
  )
  return null
}
