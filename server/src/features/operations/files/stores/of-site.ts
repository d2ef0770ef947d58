import { buffer } from 'node:stream/consumers'
import type { UploadStorage, UploadStore } from '@askwell/contract/storage.ts'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../../../config.ts'
import { advisoryLock, type Db } from '../../../../db/dialect.ts'
import type { Tx } from '../../../../events/events.ts'
import { FilesUnavailable } from '../../../../lib/errors.ts'
import type { Asking } from '../../../../lib/plugin-ports/running.ts'
import { hasBucket, namesStorage, NO_BUCKET, S3Problem } from '../../../../lib/s3.ts'
import { StoreProblem } from '../../../../lib/store-problem.ts'
import { findSetting, saveSetting } from '../../settings/queries.ts'
import { anyStored } from '../queries.ts'
import { diskStore } from './disk.ts'
import { storeOf } from './plugin.ts'
import { s3Store } from './s3.ts'
import type { Store } from './store.ts'

const SETTING = 'upload_storage'
export const ON_DISK: UploadStorage = {
  place: 'disk',
  s3_links: false,
  keep_unscanned: false,
  ...NO_BUCKET,
  s3_prefix: 'uploads/',
  store_plugin: '',
}

/** Where new uploads go, and the bucket. */
export const uploadStorage = async (db: Db): Promise<UploadStorage> => ({
  ...ON_DISK,
  ...((await findSetting(db, SETTING)) as Partial<UploadStorage> | undefined),
})

export const saveUploadStorage = (db: Db, storage: UploadStorage, now: number) => saveSetting(db, SETTING, storage, now)

/** Changes what is meant to change, of what is saved at that moment. */
export const changeUploadStorage = async (
  { db, now }: Pick<Tx, 'db' | 'now'>,
  change: (saved: UploadStorage) => UploadStorage,
) => {
  await advisoryLock(db, SETTING)
  await saveUploadStorage(db, change(await uploadStorage(db)), now())
}

/** In the transaction that says a file lies in a store: with another one saved since it was put there, it would be lost. */
export const refuseChanged = async (db: Db, name: UploadStore, used: UploadStorage) => {
  if (name === 'disk') return
  await advisoryLock(db, SETTING)
  const saved = await uploadStorage(db)
  if (name === 'plugin' && saved.store_plugin !== used.store_plugin) throw new StoreProblem('error.s3.changed')
  if (name === 's3' && (!hasBucket(saved) || namesStorage({ ...saved, s3_secret_key: '' }, used)))
    throw new S3Problem('error.s3.changed')
}

/** New uploads go to the disk, whatever was chosen. */
export const keepOnDisk = async (db: Db) => {
  const storage = await uploadStorage(db)
  if (storage.place !== 'disk')
    await saveUploadStorage(db, { ...storage, place: 'disk' }, Math.floor(Date.now() / 1000))
}

/** What is needed to reach the uploads; also for threads and commands that have no site. */
export interface Reach {
  db: Db
  config: Pick<Config, 'data' | 's3Private'>
  /** Absent where none run: uploads that lie with one can't be reached then. */
  plugins?: Pick<Asking, 'ask'>
  /** For what root may have started. */
  noLinks?: boolean
}

/** What of the configuration a thread is told. */
export const reachable = ({ data, s3Private }: Reach['config']): Reach['config'] => ({ data, s3Private })

const diskOf = ({ config, noLinks }: Reach) => diskStore(config.data, { noLinks })

/** Connections are kept; a setting that changed has others. */
const buckets = new LRUCache<string, Store>({ max: 4 })
const bucketOf = (storage: UploadStorage, { s3Private }: Reach['config']) => {
  const key = JSON.stringify([storage, s3Private])
  const known = buckets.get(key)
  if (known) return known
  const opened = s3Store(storage, { s3Private })
  buckets.set(key, opened)
  return opened
}

export const storeNamed = async (reach: Reach, name: UploadStore): Promise<Store> => {
  if (name === 'disk') return diskOf(reach)
  const storage = await uploadStorage(reach.db)
  if (name === 'plugin') return storeOf(reach.plugins, storage.store_plugin)
  if (!hasBucket(storage)) throw new S3Problem('error.s3.none')
  return bucketOf(storage, reach.config)
}

/** Those that hold uploads of this site, the disk first. What else is in a bucket that is only set up isn't this site's. */
export const storesInUse = async (reach: Reach): Promise<[UploadStore, Store][]> => {
  const { place } = await uploadStorage(reach.db)
  const found: [UploadStore, Store][] = [['disk', diskOf(reach)]]
  for (const name of ['s3', 'plugin'] as const)
    if (place === name || (await anyStored(reach.db, name))) found.push([name, await storeNamed(reach, name)])
  return found
}

/** The one that a file should lie in, and then the others: it may have been moved just now. */
export async function* storesToSearch(reach: Reach, first: UploadStore): AsyncGenerator<Store> {
  yield await storeNamed(reach, first)
  for (const [name, store] of await storesInUse(reach)) if (name !== first) yield store
}

/** The content of an upload; undefined where there is none. */
export const openUpload = async (reach: Reach, path: string, first: UploadStore = 'disk') => {
  for await (const store of storesToSearch(reach, first)) {
    const opened = await store.open(path)
    if (opened) return opened
  }
  return undefined
}

export const readUpload = async (reach: Reach, path: string, first?: UploadStore) => {
  const opened = await openUpload(reach, path, first)
  return opened && buffer(opened.content)
}

/** A picture to be read: where it lies, or else its content. */
export const pictureSource = async (reach: Reach, path: string, first: UploadStore) => {
  for await (const store of storesToSearch(reach, first)) {
    if (store.placeOf && (await store.find(path)) !== undefined) return store.placeOf(path)
    const opened = store.placeOf ? undefined : await store.open(path)
    if (opened) return buffer(opened.content)
  }
  return undefined
}

/** A storage that fails while a member waits is no fault of theirs. */
export const forMembers = async <T>(work: () => Promise<T>) => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StoreProblem ? new FilesUnavailable(error) : error
  }
}
