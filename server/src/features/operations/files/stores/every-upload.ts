import { isUnfinished } from './disk.ts'
import { type Reach, storesInUse } from './of-site.ts'
import { UPLOAD_PATH } from './store.ts'
import type { UploadStore } from '@askwell/contract/storage.ts'

/** All complete uploads by their paths, smaller copies too, and where each lies; symbolic links don't count. */
export const listUploads = async (reach: Reach): Promise<Map<string, UploadStore>> => {
  const found: [string, UploadStore][] = []
  for (const [storage, store] of await storesInUse(reach))
    for await (const files of store.list())
      for (const { path } of files) if (UPLOAD_PATH.test(path) && !isUnfinished(path)) found.push([path, storage])
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)))
}
