import type { App } from '../../../events/events.ts'
import type { TaskDoing } from '../../../events/tasks/task.ts'
import { createTurns } from '../../../lib/turns.ts'
import { award, AWARDS_AT_ONCE } from './award.ts'
import { awardPastMonth, monthAt } from './best-newcomer.ts'
import { byActivity, dueInRange, suitable } from './due.ts'
import type { Ruled } from './matching/queries.ts'
import { type NewAward } from './awards/queries.ts'
import { findEndOfBatch, firstJoined, lastUserId, listActiveRules } from './queries.ts'
import { ruled } from './rule.ts'

/** On SQLite a query answers at once, and everybody else waits for it: the next batch is made as large as takes about this long. */
const STEP_MS = 25
const FIRST_BATCH = 20
const LARGEST_BATCH = 2000

export interface Batch {
  from: number
  to: number
  due: NewAward[]
}

/** All users after one, batch by batch: what they are to be awarded by these rules. */
export async function* dueOfAll(app: App, rules: Ruled[], after: number): AsyncGenerator<Batch> {
  const groups = byActivity(rules.filter(({ activity }) => activity !== 'best_month')) // months are looked at, not users
  if (groups.length === 0) return
  const giveWay = createTurns()
  let size = FIRST_BATCH
  for (let from = after; ;) {
    const to = await findEndOfBatch(app.db, from, size)
    if (to === undefined) return
    const due: NewAward[] = []
    let longest = 0
    for (const group of groups) {
      const began = performance.now()
      due.push(...(await dueInRange(app.db, group, { from: from + 1, to }, app.clock.now())))
      longest = Math.max(longest, performance.now() - began)
      await giveWay()
    }
    yield { from, to, due: await suitable(app.db, rules, due, app.clock.now()) }
    from = to
    size = Math.max(1, Math.min(LARGEST_BATCH, Math.round((size * STEP_MS) / Math.max(1, longest)), size * 4))
  }
}

interface State {
  after: number
  month: number | undefined
  awards: number
}

const awardMonths = async (app: App, rules: Ruled[], state: State, doing: TaskDoing) => {
  const badges = rules.filter(({ activity }) => activity === 'best_month')
  const now = monthAt(app.clock.now())
  if (badges.length === 0) return
  const first = await firstJoined(app.db)
  for (let month = state.month ?? (first === undefined ? now : monthAt(first)); month < now; month++) {
    doing.signal.throwIfAborted()
    for (const { id } of badges) state.awards += await awardPastMonth(app, id, month)
    state.month = month + 1
    await doing.save(state)
  }
}

/** Awards badges for all that was done before: the active ones, or those that are named. A badge that somebody has isn't awarded twice, however often this runs. */
export const awardPastBadges = async (app: App, { ids }: { ids: number[] }, doing: TaskDoing) => {
  const rules = (await listActiveRules(app.db)).map(ruled).filter(({ id }) => ids.length === 0 || ids.includes(id))
  const state = (doing.state as State | undefined) ?? { after: 0, month: undefined, awards: 0 }
  const total = await lastUserId(app.db)
  const giveWay = createTurns()
  for await (const { to, due } of dueOfAll(app, rules, state.after)) {
    for (let at = 0; at < due.length; at += AWARDS_AT_ONCE) {
      doing.signal.throwIfAborted()
      state.awards += await app.transaction((tx) => award(tx, due.slice(at, at + AWARDS_AT_ONCE), { past: true }))
      await giveWay()
    }
    state.after = to
    doing.progress(Math.min(to, total), total, 'users')
    await doing.save(state)
    doing.signal.throwIfAborted()
  }
  await awardMonths(app, rules, state, doing)
  return { awards: state.awards }
}
