import type { UploadStore } from '@askwell/contract/storage.ts'
import { isUnfinished } from './disk.ts'
import { type Reach, storesInUse } from './of-site.ts'
import { type Store, UPLOAD_PATH } from './store.ts'

/**
 * All complete uploads by their paths, smaller copies too, and where each lies; symbolic links don't count.
 * The disk is looked at before and after the bucket: whichever way files are moved meanwhile, each is in one of the lists.
 */
export const listUploads = async (reach: Reach): Promise<Map<string, UploadStore>> => {
  const found: [string, UploadStore][] = []
  const look = async ([storage, store]: [UploadStore, Store]) => {
    for await (const files of store.list())
      for (const { path } of files) if (UPLOAD_PATH.test(path) && !isUnfinished(path)) found.push([path, storage])
  }
  const [disk, before] = await storesInUse(reach)
  await look(disk!)
  const bucket = before ?? (await storesInUse(reach))[1]
  if (bucket) {
    await look(bucket)
    await look(disk!)
  }
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}
