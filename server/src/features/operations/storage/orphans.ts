import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { ORPHAN_HOURS } from '@askwell/contract/limits.ts'
import type { App } from '../../../events/events.ts'
import { HOUR } from '../../../lib/clock.ts'
import { filesBelow } from '../../../lib/no-symlinks.ts'
import { dropUnused, listUnused } from '../files/queries.ts'
import { placeOf } from '../files/views.ts'
import { listKnownPaths } from '../integrity/queries.ts'
import { listTagTexts, listTextsWithUploads, listUsersWithUploads } from './queries.ts'

/** Younger ones may be in a text that is being written. */
export const ORPHAN_AGE = ORPHAN_HOURS * HOUR
const AT_ONCE = 500

export interface Orphan {
  /** 0: a file that no row knows. */
  id: number
  path: string
  bytes: number
}

/** A smaller copy is named after its picture. */
const COPY = /\.\d+\.webp$/
export const isCopy = (path: string) => COPY.test(path)

const UPLOAD = /\/uploads\/((?:post|post_attachment|avatar|branding)\/[\w-]+\.\w+)/g

/** What is named where uses aren't recorded one by one. */
const namedElsewhere = async ({ db }: App, signal: AbortSignal) => {
  const named = new Set<string>()
  const note = (text: string) => {
    for (const [, path] of text.matchAll(UPLOAD)) named.add(path!)
  }
  for (const { text } of await listTextsWithUploads(db)) note(text)
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const users = await listUsersWithUploads(db, after, AT_ONCE)
    if (users.length === 0) break
    for (const { avatar_custom, bio } of users) note(`${avatar_custom} ${bio}`)
    after = users.at(-1)!.id
  }
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const texts = await listTagTexts(db, after, AT_ONCE)
    if (texts.length === 0) return named
    for (const { original_text } of texts) note(original_text)
    after = texts.at(-1)!.id
  }
}

/** Uploads with a row that stand nowhere. */
export async function* unusedUploads(app: App, signal: AbortSignal): AsyncGenerator<Orphan[]> {
  const named = await namedElsewhere(app, signal)
  const before = app.clock.now() - ORPHAN_AGE
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const some = await listUnused(app.db, { after, before, limit: AT_ONCE })
    if (some.length === 0) return
    yield some.filter(({ path }) => !named.has(path))
    after = some.at(-1)!.id
  }
}

export interface UploadedFile {
  path: string
  bytes: number
  modified_at: number
}

/** By itself: nobody finds them any more, and after some weeks they leave the disk. */
export const dropOrphans = async (app: App) => {
  for await (const some of unusedUploads(app, new AbortController().signal)) {
    const ids = some.map(({ id }) => id)
    if (ids.length) await app.transaction((tx) => dropUnused(tx.db, ids, tx.now()))
  }
}

/** Every file below `uploads`, so many at once. */
export async function* uploadedFiles(app: App, signal: AbortSignal): AsyncGenerator<UploadedFile[]> {
  const top = placeOf(app, '')
  let some: UploadedFile[] = []
  for await (const path of existsSync(top) ? filesBelow(top) : []) {
    const about = await lstat(placeOf(app, path)).catch(() => undefined) // deleted meanwhile
    if (about?.isFile()) some.push({ path, bytes: about.size, modified_at: Math.floor(about.mtimeMs / 1000) })
    if (some.length < AT_ONCE) continue
    signal.throwIfAborted()
    yield some
    some = []
  }
  if (some.length) yield some
}

/** Of these files, those that no row knows. */
export const strayOf = async (app: App, files: UploadedFile[]): Promise<Orphan[]> => {
  const old = files.filter(({ modified_at }) => modified_at < app.clock.now() - ORPHAN_AGE)
  const originalOf = (path: string) => path.replace(COPY, '')
  const known = await listKnownPaths(app.db, [...new Set(old.map(({ path }) => originalOf(path)))])
  return old.filter(({ path }) => !known.has(originalOf(path))).map(({ path, bytes }) => ({ id: 0, path, bytes }))
}
