import { LRUCache } from 'lru-cache'
import type { App, Tx } from '../../../events/events.ts'
import { MINUTE } from '../../../lib/clock.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { countReaders, readerHash, withReaders } from '../../../lib/reader-sketch.ts'
import { addReaders, addViews, listReaderSketches, saveReaderSketches } from './view-counts/queries.ts'

const FLUSH_MS = 5000

const VISITS_MAX = 50_000

const VISITOR_LENGTH = 150 // browsers may say of themselves what they like, at any length

const ROWS_AT_ONCE = 500

/** Who looks again within this time is still looking. */
const VIEW_SECONDS = 30 * MINUTE

/** What has come to a question since the last time. */
interface Looks {
  views: number
  readers: number[]
}

interface ViewCounts {
  pending: Map<number, Looks>
  /** When each of them last looked. */
  seen: LRUCache<string, number>
  timer: NodeJS.Timeout | undefined
}

const counts = new WeakMap<App, ViewCounts>()

/** Fewer are no news. */
const NOTABLE_VIEWS = 10
/** A number with its first two digits only. */
const roughly = (views: number) => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, views))) - 1)
  return Math.floor(views / unit) * unit
}

const addLooks = async ({ db, emit }: Tx, looks: [id: number, looks: Looks][]) => {
  const viewed = await addViews(
    db,
    looks.map(([id, { views }]) => [id, views] as const),
  )
  const more = new Map(looks.map(([id, { views }]) => [id, views]))
  for (const { id, view_count } of viewed)
    if (view_count >= NOTABLE_VIEWS && roughly(view_count) > roughly(view_count - more.get(id)!))
      await emit('question.viewed', { actor_id: 0, object_type: 'question', object_id: id, question_id: id })
  const sketches = await listReaderSketches(
    db,
    looks.map(([id]) => id),
  )
  const readers = new Map(looks.map(([id, its]) => [id, its.readers]))
  const changed = sketches.flatMap(({ id, sketch }) => {
    const before = Buffer.from(sketch ?? '', 'base64')
    const after = withReaders(before, readers.get(id)!)
    return after.equals(before) ? [] : [{ id, sketch: after, more: countReaders(after) - countReaders(before) }]
  })
  await saveReaderSketches(
    db,
    changed.map(({ id, sketch }) => ({ question_id: id, sketch: sketch.toString('base64') })),
  )
  // An estimate may fall where the exact list ends; a number of people doesn't.
  await addReaders(
    db,
    changed.filter(({ more }) => more > 0).map(({ id, more }) => [id, more] as const),
  )
}

/** Writes what has been counted. If that fails, it is kept for the next time. */
export const flushViews = async (app: App) => {
  const views = counts.get(app)
  if (!views) return
  clearTimeout(views.timer)
  views.timer = undefined
  const rows = [...views.pending]
  views.pending = new Map()
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    try {
      await app.transaction((tx) => addLooks(tx, some))
    } catch (error) {
      for (const [id, looks] of rows.slice(at)) {
        const since = views.pending.get(id)
        views.pending.set(id, {
          views: looks.views + (since?.views ?? 0),
          readers: [...looks.readers, ...(since?.readers ?? [])],
        })
      }
      throw error
    }
  }
}

/** A key for one user, or for one anonymous reader in one browser, as far as that can be told. */
export const visitorOf = ({ actor, ip, user_agent }: { actor: Viewer; ip: string; user_agent: string }) =>
  actor ? `member ${actor.id}` : `${ip} ${user_agent}`

/**
 * A view is somebody opening a question, once in half an hour; a reader is a member, or an address with a browser, once and for all.
 * Counted in memory: a view is no reason to write, some hundred of them together are.
 */
export const countView = (app: App, question_id: number, visitor: string) => {
  let views = counts.get(app)
  if (!views)
    counts.set(app, (views = { pending: new Map(), seen: new LRUCache({ max: VISITS_MAX }), timer: undefined }))
  const reader = visitor.slice(0, VISITOR_LENGTH)
  const visit = `${question_id}:${reader}`
  const now = app.clock.now()
  if (now - (views.seen.get(visit) ?? -VIEW_SECONDS) < VIEW_SECONDS) return
  views.seen.set(visit, now)
  const looks = views.pending.get(question_id) ?? { views: 0, readers: [] }
  looks.views++
  looks.readers.push(readerHash(app.secret, question_id, reader))
  views.pending.set(question_id, looks)
  // Nobody waits for this: what can't be written now is written with the next views, or at the end, when a failure is seen.
  views.timer ??= setTimeout(() => void flushViews(app).catch(() => {}), FLUSH_MS).unref()
}
