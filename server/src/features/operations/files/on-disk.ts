import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DELETED_FILE_DAYS } from '@askwell/contract/limits.ts'
import type { App } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { flushMade, renameDurably } from '../../../lib/durable.ts'
import { smallerPicture } from '../../../lib/images.ts'
import { smallerWidths } from '../../../lib/picture-sizes.ts'
import { deleteFiles, findFile, listDropped } from './queries.ts'
import { placeOf, smallerPlace } from './views.ts'

/** Bytes, or a file that is moved to its place. */
export type Content = { bytes: Uint8Array } | { path: string }

/** The name only appears after the bytes are on the disk, and is flushed too: nobody finds half a file, and none is lost in a power cut. */
export const keep = async (place: string, content: Content) => {
  await flushMade(await mkdir(dirname(place), { recursive: true }))
  if ('path' in content) {
    const file = await open(content.path, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    return renameDurably(content.path, place)
  }
  const file = await open(`${place}.new`, 'wx', 0o600)
  try {
    await file.writeFile(content.bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await renameDurably(`${place}.new`, place)
}

/** The same picture for small screens, beside it on the disk; a moving one stays as it is. */
export const makeSmaller = async (app: App, path: string) => {
  const place = placeOf(app, path)
  const file = await findFile(app.db, path)
  if (!file) return
  for (const width of smallerWidths(file.width)) {
    const bytes = await smallerPicture(place, width)
    if (!bytes) return
    const smaller = smallerPlace(place, width)
    await rm(`${smaller}.new`, { force: true }) // what an interrupted try has left
    await keep(smaller, { bytes })
  }
}

const REMOVED_AT_ONCE = 100

/** Removes from the disk what was deleted for good, and what was deleted so long ago that nobody will miss it. */
export const removeDropped = async (app: App) => {
  for (;;) {
    const until = app.clock.now() - DELETED_FILE_DAYS * DAY
    const dropped = await listDropped(app.db, until, REMOVED_AT_ONCE)
    if (dropped.length === 0) return
    for (const { path, width } of dropped) {
      const place = placeOf(app, path)
      await rm(place, { force: true })
      for (const smaller of smallerWidths(width)) await rm(smallerPlace(place, smaller), { force: true })
    }
    await app.transaction((tx) =>
      deleteFiles(
        tx.db,
        dropped.map(({ id }) => id),
      ),
    )
  }
}
