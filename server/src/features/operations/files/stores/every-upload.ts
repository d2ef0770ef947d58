import type { UploadStore } from '@askwell/contract/storage.ts'
import { isUnfinished } from './disk.ts'
import { type Reach, storesInUse } from './of-site.ts'
import { type Store, UPLOAD_PATH } from './store.ts'

/**
 * All complete uploads by their paths, smaller copies too, and where each lies; symbolic links don't count.
 * Each place but the last is looked at twice: whichever way files are moved meanwhile, each is in one of the lists.
 */
export const listUploads = async (reach: Reach): Promise<Map<string, UploadStore>> => {
  const found: [string, UploadStore][] = []
  const look = async ([storage, store]: [UploadStore, Store]) => {
    for await (const files of store.list())
      for (const { path } of files) if (UPLOAD_PATH.test(path) && !isUnfinished(path)) found.push([path, storage])
  }
  await look((await storesInUse(reach))[0]!)
  const [disk, ...others] = await storesInUse(reach)
  for (const other of others) await look(other)
  // Once more, but for the last.
  if (others.length) for (const store of [disk!, ...others.slice(0, -1)]) await look(store)
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}
