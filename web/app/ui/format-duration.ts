const HOUR = 3600
const HOURS_SHOWN = 24

const formats = new Map<string, Record<'hour' | 'day', Intl.NumberFormat>>()

const formatsOf = (tag: string) => {
  let found = formats.get(tag)
  if (!found) {
    const format = (unit: string) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' })
    formats.set(tag, (found = { hour: format('hour'), day: format('day') }))
  }
  return found
}

/** "5 hours" up to a day, whole days beyond; null where it is less than an hour, for which the language has a sentence of its own. */
export function formatDuration(tag: string, seconds: number): string | null {
  const hours = Math.floor(seconds / HOUR)
  if (hours < 1) return null
  const { hour, day } = formatsOf(tag)
  return seconds <= HOURS_SHOWN * HOUR ? hour.format(hours) : day.format(Math.floor(hours / HOURS_SHOWN))
}
