import type { Point } from '../../ui/chart/chart-figure.tsx'

const WEEK = 7

/** Days as weeks that end today: the first ones are left out if they don't fill a week. */
export const inWeeks = (days: Point[]): Point[] => {
  const weeks: Point[] = []
  for (let end = days.length; end >= WEEK; end -= WEEK) {
    const week = days.slice(end - WEEK, end)
    weeks.unshift({ at: week[0]!.at, value: week.reduce((sum, { value }) => sum + value, 0) })
  }
  return weeks
}
