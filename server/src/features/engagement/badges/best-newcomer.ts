import type { App, Tx } from '../../../events/events.ts'
import { findBestNewcomer } from './activities/queries.ts'
import { award } from './award.ts'
import { hasAwardForKey } from './awards/queries.ts'
import { listActiveRules } from './queries.ts'
import { ruled } from './rule.ts'

/** Months by number, UTC: 0 is January 1970. */
export const monthAt = (time: number) => {
  const date = new Date(time * 1000)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}
const beginOf = (month: number) => Date.UTC(1970, month) / 1000

/** The best of one month, if there was one and nobody has got the badge for it. */
const awardMonth = async (tx: Tx, badge_id: number, month: number, past: boolean) => {
  const award_key = String(month)
  if (await hasAwardForKey(tx.db, badge_id, award_key)) return 0
  const user_id = await findBestNewcomer(tx.db, beginOf(month), beginOf(month + 1))
  if (user_id === undefined) return 0
  return award(tx, [{ user_id, badge_id, award_key, object_type: '', object_id: 0, question_id: 0 }], { past })
}

const badgesOfMonths = async (app: App) =>
  (await listActiveRules(app.db)).map(ruled).filter(({ activity }) => activity === 'best_month')

/** The month that has ended last. */
export const awardBestNewcomer = async (app: App, now: number) => {
  for (const { id } of await badgesOfMonths(app))
    if (!(await hasAwardForKey(app.db, id, String(monthAt(now) - 1))))
      await app.transaction((tx) => awardMonth(tx, id, monthAt(now) - 1, false))
}

/** A month that is long over. @returns how many awards. */
export const awardPastMonth = async (app: App, badge_id: number, month: number) =>
  app.transaction((tx) => awardMonth(tx, badge_id, month, true))
