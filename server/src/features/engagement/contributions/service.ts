import { LEADER_DAYS } from '@askwell/contract/limits.ts'
import type { Tx } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { endOf, type Period, PERIODS, startOf } from '../../../lib/periods.ts'
import { lockUsers } from '../../users/users/queries.ts'
import { type Figures, FIGURES } from './facts/queries.ts'
import { findDay, listDays, recountTagsOf, replaceContributions, setContribution, sumDays } from './queries.ts'

/** Somebody did something then. */
export interface Act {
  user_id: number
  created_at: number
}

const LONGER = PERIODS.filter((period) => period !== 'day')

/** Counts the days again on which these things happened, and adds up the weeks, months and years they are in. Users are locked first, always in the same order. */
export const countDays = async (tx: Tx, acts: Act[]) => {
  const users = [...new Set(acts.map(({ user_id }) => user_id))].filter((id) => id > 0)
  if (users.length === 0) return
  await lockUsers(tx.db, users)
  for (const user_id of users) {
    const days = new Set(
      acts.filter((act) => act.user_id === user_id).map(({ created_at }) => startOf('day', created_at)),
    )
    for (const day of days)
      await setContribution(tx.db, { user_id, period: 'day', starts_at: day }, await findDay(tx.db, user_id, day))
    for (const period of LONGER)
      for (const starts_at of new Set([...days].map((day) => startOf(period, day))))
        await setContribution(
          tx.db,
          { user_id, period, starts_at },
          await sumDays(tx.db, user_id, starts_at, endOf(period, starts_at)),
        )
  }
}

const NONE: Figures = { reputation: 0, posts: 0, comments: 0, edits: 0 }

/** Everything that these users ever did, counted again. */
export const countUsers = async (tx: Tx, user_ids: number[]) => {
  if (user_ids.length === 0) return
  await lockUsers(tx.db, user_ids)
  const rows = new Map<string, Figures & { user_id: number; period: Period; starts_at: number }>()
  for (const day of await listDays(tx.db, user_ids))
    for (const period of PERIODS) {
      const starts_at = startOf(period, day.starts_at)
      const key = `${day.user_id} ${period} ${starts_at}`
      const row = rows.get(key) ?? { ...NONE, user_id: day.user_id, period, starts_at }
      for (const name of FIGURES) row[name] += day[name]
      rows.set(key, row)
    }
  await replaceContributions(
    tx.db,
    user_ids,
    [...rows.values()].filter((row) => FIGURES.some((name) => row[name] !== 0)),
  )
}

export const countTags = async (tx: Tx, user_ids: number[]) => {
  if (user_ids.length === 0) return
  await lockUsers(tx.db, user_ids)
  await recountTagsOf(tx.db, user_ids)
}

export const leadersSince = (now: number) => startOf('day', now) - LEADER_DAYS * DAY
