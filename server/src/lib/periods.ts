import { DAY } from './clock.ts'

/** Calendar periods in UTC, by which figures are added up; `all` begins at 0. */
export const PERIODS = ['day', 'week', 'month', 'year', 'all'] as const
export type Period = (typeof PERIODS)[number]

const THURSDAY = 3 // 1 January 1970, counted from Monday
const SECOND = 1000

const dayOf = (at: number) => Math.floor(at / DAY) * DAY

/** When the period began that a time is in. Weeks begin on Monday. */
export const startOf = (period: Period, at: number): number => {
  const day = dayOf(at)
  const date = new Date(day * SECOND)
  if (period === 'week') return day - ((day / DAY + THURSDAY) % 7) * DAY
  if (period === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / SECOND
  if (period === 'year') return Date.UTC(date.getUTCFullYear(), 0) / SECOND
  return period === 'day' ? day : 0
}

/** When the next one begins. */
export const endOf = (period: Period, start: number): number => {
  const date = new Date(start * SECOND)
  if (period === 'day') return start + DAY
  if (period === 'week') return start + 7 * DAY
  if (period === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / SECOND
  return period === 'year' ? Date.UTC(date.getUTCFullYear() + 1, 0) / SECOND : Infinity
}
