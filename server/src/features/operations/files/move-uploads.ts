import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { UPLOAD_STORES, type UploadStorage, type UploadStore } from '@askwell/contract/storage.ts'
import { advisoryLock } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import type { TaskDoing } from '../../../events/tasks/task.ts'
import { MINUTE } from '../../../lib/clock.ts'
import { Conflict } from '../../../lib/errors.ts'
import { arrivingFolder } from '../../../lib/folders.ts'
import { hasBucket, S3Problem } from '../../../lib/s3.ts'
import { StoreProblem } from '../../../lib/store-problem.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'
import { anyStored, countStored, listPathsIn, listStored, setStored } from './queries.ts'
import { originalOf, withCopies } from './smaller-pictures.ts'
import { changeUploadStorage, refuseChanged, storeNamed, uploadStorage } from './stores/of-site.ts'
import { LINK_SECONDS } from './stores/s3.ts'
import type { Store } from './stores/store.ts'

const AT_ONCE = 4
const ROWS = 20

interface Moving {
  to: UploadStore
  by: string
  until: number
}

interface State {
  /** Moved so far. */
  files: number
  /** Rows whose file was in no place. */
  missing: number
}

/** The setting that says where a move goes. */
const MOVING = 'uploads_moving'
const LEASE = 10 * MINUTE
/** Long before it ends: one file alone may take longer than that. */
const RENEW_MS = 2 * 60_000

/** Two moves in opposite directions would delete each other's copies; two in the same do no harm, so a killed one goes on at once. */
const turnFor = (app: App, to: UploadStore) => {
  const by = randomUUID()
  const change = (until: (now: number, other: Moving | undefined) => number | undefined) =>
    app.transaction(async (tx) => {
      await advisoryLock(tx.db, MOVING)
      const ends = until(tx.now(), (await findSetting(tx.db, MOVING)) as Moving | undefined)
      if (ends !== undefined) await saveSetting(tx.db, MOVING, { to, by, until: ends } satisfies Moving, tx.now())
    })
  return {
    take: () =>
      change((now, other) => {
        if (other && other.to !== to && other.until > now) throw new Conflict('error.task.running')
        return now + LEASE
      }),
    end: () => change((_, other) => (other?.by === by ? 0 : undefined)),
  }
}

type Row = Awaited<ReturnType<typeof listStored>>[number]

/** Puts a copy there, by way of the disk, as it may be larger than the memory; false where there is nothing to copy. */
const copy = async (app: App, from: Store, to: Store, path: string, mime: string) => {
  const folder = arrivingFolder(app.config.data)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const opened = await from.open(path)
  if (!opened) return false
  const arriving = join(folder, randomUUID())
  try {
    await pipeline(opened.content, createWriteStream(arriving, { flags: 'wx', mode: 0o600 }))
    await to.put(path, { path: arriving }, mime)
  } finally {
    await rm(arriving, { force: true })
  }
  return true
}

/**
 * The copies are there before the row says so, and the originals go after it: whoever reads meanwhile finds the file in one place or the other.
 * Killed in between, the next run copies again, or deletes what the row no longer names.
 */
const moveOne = async (
  app: App,
  { id, path, width, mime, bytes }: Row,
  names: [UploadStore, UploadStore],
  keep: boolean,
) => {
  const used = await uploadStorage(app.db)
  const [from, to] = await Promise.all(names.map((name) => storeNamed(app, name)))
  const [original, ...copies] = withCopies(path, width)
  const isThere = (await copy(app, from!, to!, original!, mime)) || (await to!.find(path)) === bytes
  if (!isThere) return false
  for (const smaller of copies) await copy(app, from!, to!, smaller, 'image/webp')
  const isSet = await app.transaction(async (tx) => {
    await refuseChanged(tx.db, names[1], used)
    return setStored(tx.db, id, ...names)
  })
  // Removed for good meanwhile: no row would know of the copies.
  if (!isSet && !(await listPathsIn(app.db, names[1], [path])).has(path)) await to!.remove([path, ...copies])
  if (!keep) await from!.remove([path, ...copies])
  return true
}

/** What an interrupted move has left behind: files that lie elsewhere by now. */
const removeLeftBehind = async (app: App, [from, to]: [UploadStore, UploadStore], signal: AbortSignal) => {
  const store = await storeNamed(app, from)
  for await (const files of store.list()) {
    signal.throwIfAborted()
    const moved = await listPathsIn(app.db, to, [...new Set(files.map(({ path }) => originalOf(path)))])
    await store.remove(files.filter(({ path }) => moved.has(originalOf(path))).map(({ path }) => path))
  }
}

const moveSome = async (rows: Row[], move: (row: Row) => Promise<void>) => {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const ended = await Promise.allSettled(rows.slice(at, at + AT_ONCE).map(move))
    const failed = ended.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
  }
}

/** What may hold uploads, or what a move that was interrupted has left behind. */
const isReachable = async ({ db, plugins }: App, name: UploadStore, storage: UploadStorage) => {
  if (name === 's3') return hasBucket(storage)
  return name === 'disk' || plugins.having('upload_store').includes(storage.store_plugin) || anyStored(db, name)
}

const ensureSetUp = (saved: UploadStorage, to: UploadStore) => {
  if (to === 's3' && !hasBucket(saved)) throw new S3Problem('error.s3.none')
  if (to === 'plugin' && !saved.store_plugin) throw new StoreProblem('error.store.none')
}

interface MovingFrom {
  names: [UploadStore, UploadStore]
  /** Readers may have links to what lies in the bucket: those work to their end. */
  hasLinks: boolean
  signal: AbortSignal
  onMoved: (isThere: boolean) => void
  save: () => Promise<void>
}

const moveFrom = async (app: App, { names, hasLinks, signal, onMoved, save }: MovingFrom) => {
  for (let after = 0; ;) {
    const rows = await listStored(app.db, names[0], after, ROWS)
    if (rows.length === 0) break
    await moveSome(rows, async (row) => {
      signal.throwIfAborted()
      onMoved(await moveOne(app, row, names, hasLinks))
    })
    after = rows.at(-1)!.id
    await save()
  }
  if (hasLinks) await pause(LINK_SECONDS * 1000, undefined, { signal })
  await removeLeftBehind(app, names, signal)
}

const moveAll = async (app: App, to: UploadStore, doing: Omit<TaskDoing, 'shared'>) => {
  const { signal } = doing
  const storage = await uploadStorage(app.db)
  await app.transaction((tx) =>
    changeUploadStorage(tx, (saved) => {
      ensureSetUp(saved, to)
      return { ...saved, place: to }
    }),
  )
  const state: State = (doing.state as State | undefined) ?? { files: 0, missing: 0 }
  const from: UploadStore[] = []
  let total = state.files
  for (const name of UPLOAD_STORES) {
    if (name === to || !(await isReachable(app, name, storage))) continue
    from.push(name)
    total += await countStored(app.db, name)
  }
  const onMoved = (isThere: boolean) => {
    if (isThere) state.files++
    else state.missing++
    doing.progress(state.files, Math.max(total, state.files), 'uploads')
  }
  const save = () => doing.save({ ...state, missing: 0 }) // those are looked for again
  for (const name of from) {
    const hasLinks = name === 's3' && storage.s3_links
    await moveFrom(app, { names: [name, to], hasLinks, signal, onMoved, save })
  }
  return state
}

/** As a long task or a command: every upload goes there, and new ones from now on. Done again it moves what is left. */
export const moveUploads = async (app: App, { to }: { to: UploadStore }, doing: Omit<TaskDoing, 'shared'>) => {
  const turn = turnFor(app, to)
  await turn.take()
  const lost = new AbortController()
  let renewed = Promise.resolve()
  // A database that is away for a moment is asked again, long before the turn ends.
  const renew = () => {
    renewed = turn.take().catch((error: unknown) => {
      if (error instanceof Conflict) lost.abort(error)
    })
  }
  const renewing = setInterval(renew, RENEW_MS)
  try {
    return await moveAll(app, to, { ...doing, signal: AbortSignal.any([doing.signal, lost.signal]) })
  } finally {
    clearInterval(renewing)
    await renewed
    await turn.end()
  }
}
