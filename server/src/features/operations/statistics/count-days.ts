import { FIRST_ANSWER_WITHIN } from '@askwell/contract/dashboard.ts'
import type { App } from '../../../events/events.ts'
import type { Db } from '../../../db/dialect.ts'
import { DAY } from '../../../lib/clock.ts'
import * as queries from './queries.ts'
import { storeTotals } from './totals.ts'
import type { Figure, Slice, Source } from './queries.ts'

/** Rows of one slice: few enough that nobody waits for the reading, or for the writing of what comes of it. */
const SLICE = 20_000
/** Long enough for "active in the last 30 days". */
const ACTIVE_DAYS = 35

export const dayOf = (seconds: number) => Math.floor(seconds / DAY)

/** The name of the figure for first answers that came within the bound at `place`. */
export const waitName = (place: number) => `first_answer_${place}`

const placeOf = (seconds: number) => FIRST_ANSWER_WITHIN.findIndex((bound) => bound === null || seconds <= bound)

const ofPosts = async (db: Db, slice: Slice): Promise<Figure[]> => {
  const figures = await queries.postsByDay(db, slice)
  const sums = new Map<string, Figure>()
  const add = (day: number, name: string) => {
    const key = `${day} ${name}`
    const counted = sums.get(key)
    if (counted) counted.value++
    else sums.set(key, { day, name, value: 1 })
  }
  for (const { asked, answered, seconds } of await queries.firstAnswers(db, slice)) {
    add(asked, 'answered')
    add(answered, waitName(placeOf(seconds)))
  }
  return [...figures, ...sums.values()]
}

/** @returns false where another process has counted it. */
const countSlice = async (app: App, source: Source, slice: Slice, seen_id: number) => {
  const figures = source === 'events' ? [] : await (source === 'posts' ? ofPosts : rowsOf(source))(app.db, slice)
  const actors = source === 'events' ? await queries.actorsByDay(app.db, slice) : []
  return app.transaction(async (tx) => {
    if (!(await queries.advanceCursor(tx.db, source, slice.after, { done_id: slice.until, seen_id }))) return false
    const active = await queries.addActive(tx.db, actors)
    await queries.addFigures(tx.db, [
      ...figures,
      ...[...active].map(([day, value]) => ({ day, name: 'active', value })),
    ])
    return true
  })
}

const rowsOf = (table: 'comments' | 'votes' | 'users') => (db: Db, slice: Slice) => queries.rowsByDay(db, table, slice)

/**
 * Adds what is new to the figures of its day, an import of ten years as well as this morning's posts. What has been counted isn't counted again,
 * and stays if the row goes. Rows are only counted once a later run finds them: a transaction may still be writing one with a smaller id.
 */
export const countDays = async (app: App) => {
  const cursors = new Map((await queries.listCursors(app.db)).map((cursor) => [cursor.source, cursor]))
  for (const source of queries.SOURCES) {
    const { done_id = 0, seen_id = 0 } = cursors.get(source) ?? {}
    const seen = await queries.lastId(app.db, source)
    for (let after = done_id; after < seen_id; after += SLICE)
      if (!(await countSlice(app, source, { after, until: Math.min(after + SLICE, seen_id) }, seen))) break
    if (seen_id <= done_id && seen !== seen_id)
      await app.transaction((tx) => queries.saveCursor(tx.db, source, done_id, seen))
  }
  await app.transaction((tx) => queries.deleteActiveBefore(tx.db, dayOf(app.clock.now()) - ACTIVE_DAYS))
  await storeTotals(app)
}

/** What has come in since the figures were last added up: few rows, so that today is shown as it is. */
export const listUncounted = async (db: Db): Promise<Figure[]> => {
  const cursors = new Map((await queries.listCursors(db)).map((cursor) => [cursor.source, cursor.done_id]))
  const figures: Figure[] = []
  for (const source of queries.SOURCES) {
    const after = cursors.get(source) ?? 0
    const until = await queries.lastId(db, source)
    if (source === 'events' || until <= after || until - after > SLICE) continue
    figures.push(...(await (source === 'posts' ? ofPosts : rowsOf(source))(db, { after, until })))
  }
  return figures
}
