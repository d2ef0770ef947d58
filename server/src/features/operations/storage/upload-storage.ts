import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import type { UploadStorage, UploadStore } from '@askwell/contract/storage.ts'
import { beginTask } from '../../../events/tasks/service.ts'
import type { App } from '../../../events/events.ts'
import { outsideSlot } from '../../../lib/concurrency-slot.ts'
import { AppError, Conflict, Invalid } from '../../../lib/errors.ts'
import { hasBucket, namesStorage, REQUIRED, S3Problem } from '../../../lib/s3.ts'
import { StoreProblem } from '../../../lib/store-problem.ts'
import { recordAudit } from '../audit/queries.ts'
import { anyStored, lastStored } from '../files/queries.ts'
import { changeUploadStorage, uploadStorage } from '../files/stores/of-site.ts'
import { storeOf } from '../files/stores/plugin.ts'
import { s3Store } from '../files/stores/s3.ts'
import type { Store } from '../files/stores/store.ts'

/** An admin waits for the answer. */
const PATIENCE = { answer: 8000, piece: 8000, reader: 8000 }

const bucketOf = (app: App, storage: UploadStorage) => {
  if (!hasBucket(storage)) throw new S3Problem('error.s3.none')
  return s3Store(storage, app.config, PATIENCE)
}

/** Where new ones go, or else the bucket. */
const outsideOf = (app: App, storage: UploadStorage) =>
  storage.place === 'plugin' ? storeOf(app.plugins, storage.store_plugin) : bucketOf(app, storage)

/** Writes, reads and deletes a small file as uploads are. @throws why that can't be done. */
const tryStore = (store: Store) => outsideSlot(() => keepsFile(store))

const keepsFile = async (store: Store) => {
  const path = `post/connection-test-${randomBytes(12).toString('hex')}.txt`
  const bytes = randomBytes(32)
  try {
    await store.put(path, { bytes }, 'text/plain')
    const back = await store.open(path)
    if (!back || !(await buffer(back.content)).equals(bytes)) throw new StoreProblem('error.s3.not_kept')
    await store.list().next() // what lies there has to be found, too
    await store.remove([path])
  } catch (error) {
    throw error instanceof AppError ? error : new StoreProblem('error.s3.not_kept')
  }
}

/** Uploads that lie in the bucket must still be found: another name for the same storage is fine, another bucket isn't. @returns whether there are any. */
const refuseLosing = async (app: App, before: UploadStorage, after: UploadStorage) => {
  if (after.store_plugin !== before.store_plugin && (await anyStored(app.db, 'plugin')))
    throw new Conflict('error.store.in_use')
  const known = await lastStored(app.db, 's3')
  if (!known) return false
  if (!hasBucket(after)) throw new Conflict('error.s3.in_use')
  const found = await outsideSlot(() => bucketOf(app, after).find(known.path))
  if (found !== known.bytes) throw new Conflict('error.s3.in_use')
  return true
}

const shown = ({ s3_secret_key: _, ...rest }: UploadStorage) => rest

/** Whether readers' and members' files would go elsewhere than before. */
export const namesOther = async (app: App, given: GivenStorage) => namesStorage(given, await uploadStorage(app.db))

type GivenStorage = Omit<UploadStorage, 'store_plugin'> & Partial<Pick<UploadStorage, 'store_plugin'>>

export const save = async (app: App, actor_id: number, given: GivenStorage) => {
  const before = await uploadStorage(app.db)
  const after = { ...before, ...given, s3_secret_key: given.s3_secret_key || before.s3_secret_key }
  if (after.place === 's3') {
    const fields = REQUIRED.filter((one) => !after[one])
    if (fields.length) throw new Invalid(fields.map((field) => ({ field, reason: 'field.required' as const })))
  }
  if (after.place === 'plugin' && !after.store_plugin)
    throw new Invalid([{ field: 'store_plugin', reason: 'field.required' }])
  if (after.place !== 'disk') await tryStore(outsideOf(app, after))
  const wereStored = await refuseLosing(app, before, after)
  await app.transaction(async (tx) => {
    await changeUploadStorage(tx, (saved) => {
      if (!isDeepStrictEqual(saved, before)) throw new Conflict('error.s3.changed')
      return after
    })
    // One that came meanwhile lies where it was before.
    if (after.store_plugin !== before.store_plugin && (await anyStored(tx.db, 'plugin')))
      throw new Conflict('error.s3.changed')
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
  await tryStore(outsideOf(app, await uploadStorage(app.db)))
  return null
}

export const beginMove = async (app: App, actor_id: number, to: UploadStore) => {
  if (to !== 'disk') await tryStore(outsideOf(app, { ...(await uploadStorage(app.db)), place: to }))
  const about = { actor_id, action: 'storage.move_begun', object_type: 'site', object_id: 0 } as const
  await beginTask(app, actor_id, 'move_uploads', { to }, (tx) =>
    recordAudit(tx, { ...about, before: null, after: { to } }),
  )
  return null
}
