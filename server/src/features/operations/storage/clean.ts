import { DRAFT_DAYS } from '@askwell/contract/limits.ts'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Amount, Cleanable } from '@askwell/contract/storage.ts'
import type { App } from '../../../events/events.ts'
import type { TaskDoing } from '../../../events/tasks/task.ts'
import type { By } from '../../../lib/acting.ts'
import { DAY, HOUR } from '../../../lib/clock.ts'
import { filesBelow } from '../../../lib/no-symlinks.ts'
import { recordAudit } from '../audit/queries.ts'
import { exportFolder, listExports } from '../exports/place.ts'
import { dropUnused, FOR_GOOD, listPictures } from '../files/queries.ts'
import { removeDropped } from '../files/dropped.ts'
import { isCopy, makeSmaller, withCopies } from '../files/smaller-pictures.ts'
import { storeNamed } from '../files/stores/of-site.ts'
import { importsFolder, listUploads, removeUpload, unpackedOf } from '../imports/place.ts'
import { dropOrphans, strayOf, unusedUploads, uploadedFiles } from './orphans.ts'
import { listUnfinishedArgs } from './queries.ts'
import { existsSync } from 'node:fs'

/** No request takes this long: what is older was left behind. */
export const ARRIVING_AGE = HOUR
const PICTURES_AT_ONCE = 100

const sizeOf = async (place: string) => (await lstat(place).catch(() => undefined))?.size ?? 0
const bytesBelow = async (folder: string) => {
  let bytes = 0
  for await (const path of existsSync(folder) ? filesBelow(folder) : []) bytes += await sizeOf(join(folder, path))
  return bytes
}

/** Uploaded dumps that no unfinished import needs. */
export const unneededImports = async (app: App) => {
  const args = (await listUnfinishedArgs(app.db, ['import_dump', 'examine_dump'])) as { name: string }[]
  const needed = new Set(args.map(({ name }) => name))
  const uploads = (await listUploads(app.config.data)).filter(({ name }) => !needed.has(name))
  const found: { place: string; bytes: number }[] = []
  for (const { name, bytes } of uploads) {
    const place = join(importsFolder(app.config.data), name)
    found.push({ place, bytes: bytes + (await bytesBelow(unpackedOf(place))) })
  }
  return found
}

type Work = (app: App, doing: TaskDoing, gone: (bytes: number) => void) => Promise<void>

const works: Record<Cleanable, Work> = {
  orphans: async (app, { signal }, gone) => {
    for await (const some of unusedUploads(app, signal, DRAFT_DAYS * DAY)) {
      if (some.length === 0) continue
      const ids = some.map(({ id }) => id)
      await app.transaction((tx) => dropUnused(tx.db, ids, FOR_GOOD))
      for (const { bytes } of some) gone(bytes)
    }
    // Drafts that stay on their device may name younger ones: these can come back.
    await dropOrphans(app, signal)
    await removeDropped(app)
    for await (const { storage, store, files } of uploadedFiles(app, signal)) {
      const stray = await strayOf(app, storage, files)
      await store.remove(stray.map(({ path }) => path))
      for (const { bytes } of stray) gone(bytes)
    }
  },
  smaller: async (app, { signal }, gone) => {
    for await (const { store, files } of uploadedFiles(app, signal)) {
      const copies = files.filter(({ path }) => isCopy(path))
      await store.remove(copies.map(({ path }) => path))
      for (const { bytes } of copies) gone(bytes)
    }
  },
  exports: async ({ config: { data } }, { signal }, gone) => {
    for (const { name, bytes } of await listExports(data)) {
      signal.throwIfAborted()
      await rm(join(exportFolder(data), name), { force: true })
      gone(bytes)
    }
  },
  imports: async (app, { signal }, gone) => {
    for (const { place, bytes } of await unneededImports(app)) {
      signal.throwIfAborted()
      await removeUpload(place)
      gone(bytes)
    }
  },
  arriving: async ({ config: { data } }, { signal }, gone) => {
    const folder = join(data, 'arriving')
    for (const name of await readdir(folder).catch(() => [])) {
      signal.throwIfAborted()
      const about = await lstat(join(folder, name)).catch(() => undefined)
      if (!about?.isFile() || Date.now() - about.mtimeMs < ARRIVING_AGE * 1000) continue
      await rm(join(folder, name), { force: true })
      gone(about.size)
    }
  },
}

export interface CleanOrder extends By {
  kind: Cleanable
  /** As it was measured, for the progress. */
  expected: number
}

/** As a long task: what nothing needs of a kind is deleted. Done again it finds what is left. */
export const cleanStorage = async (app: App, order: CleanOrder, doing: TaskDoing) => {
  const { kind, expected, actor_id, session_id } = order
  const freed: Amount = (doing.state as Amount | undefined) ?? { files: 0, bytes: 0 }
  try {
    await works[kind](app, doing, (bytes) => {
      freed.files++
      freed.bytes += bytes
      doing.progress(freed.files, Math.max(expected, freed.files), kind)
    })
  } finally {
    await doing.save(freed)
  }
  const entry = { actor_id, session_id, action: 'storage.cleaned', object_type: 'site', object_id: 0 } as const
  await app.transaction((tx) => recordAudit(tx, { ...entry, before: null, after: { kind, ...freed } }))
  return { kind, ...freed }
}

/** As a long task: copies for small screens where they are missing. */
export const makeMissingCopies = async (app: App, _: object, doing: TaskDoing) => {
  const state = (doing.state as { after: number; made: number } | undefined) ?? { after: 0, made: 0 }
  for (;;) {
    const pictures = await listPictures(app.db, state.after, PICTURES_AT_ONCE)
    if (pictures.length === 0) return { made: state.made }
    for (const { id, path, width, storage } of pictures) {
      doing.signal.throwIfAborted()
      const store = await storeNamed(app, storage)
      const [original, ...copies] = withCopies(path, width)
      const found = await Promise.all(copies.map((copy) => store.find(copy)))
      if (found.includes(undefined) && (await store.find(original!)) !== undefined) {
        await makeSmaller(app, path)
        state.made++
      }
      state.after = id
      doing.progress(state.made, 0, 'smaller')
    }
    await doing.save(state)
  }
}
