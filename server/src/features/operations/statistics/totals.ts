import type { App } from '../../../events/events.ts'
import type { Db } from '../../../db/dialect.ts'
import { MINUTE } from '../../../lib/clock.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'
import { countSlice, lastId, type Totals } from './queries.ts'

const TABLES = ['posts', 'comments', 'votes', 'users', 'files'] as const
const NOTHING: Totals = {
  questions: 0,
  resolved: 0,
  unanswered: 0,
  answers: 0,
  comments: 0,
  votes: 0,
  users: 0,
  bytes: 0,
}
/** Few enough rows that a search, which waits in the same queue, hardly notices. */
const SLICE = 50_000
const STORED = 'totals'

/** The last id of each table: how far there is to count. */
const listEnds = (db: Db) => Promise.all(TABLES.map(async (table) => ({ table, last: await lastId(db, table) })))
type Ends = Awaited<ReturnType<typeof listEnds>>

/** Counts everything, a slice at a time. */
const countAll = async (db: Db, ends: Ends): Promise<Totals> => {
  const totals = { ...NOTHING }
  for (const { table, last } of ends)
    for (let after = 0; after < last; after += SLICE)
      for (const [name, value] of Object.entries(await countSlice(db, table, { after, until: after + SLICE })))
        totals[name as keyof Totals] += value
  return totals
}

/** What the dashboard of a large site shows until the next time. */
export const storeTotals = async (app: App) => {
  const totals = await countAll(app.db, await listEnds(app.db))
  await app.transaction((tx) => saveSetting(tx.db, STORED, totals, tx.now()))
}

const counted = new WeakMap<App, { at: number; totals: Promise<Totals> }>()

/** Of a small site as they are, at most a minute old; of a large one as they were when they were last stored. */
export const totalsOf = async (app: App): Promise<Totals> => {
  const ends = await listEnds(app.db)
  if (ends.some(({ last }) => last > SLICE))
    return ((await findSetting(app.db, STORED)) as Totals | undefined) ?? NOTHING
  const now = app.clock.now()
  const cached = counted.get(app)
  if (cached && now - cached.at < MINUTE && now >= cached.at) return cached.totals
  const totals = countAll(app.db, ends)
  counted.set(app, { at: now, totals })
  totals.catch(() => counted.delete(app))
  return totals
}
