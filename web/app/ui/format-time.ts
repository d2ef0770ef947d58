const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const styles = {
  date: { dateStyle: 'medium' },
  exact: { dateStyle: 'medium', timeStyle: 'short' },
  whole: { dateStyle: 'long', timeStyle: 'long' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

// Making a format costs a hundred times as much as using it.
const dates = new Map<string, Intl.DateTimeFormat>()
const relatives = new Map<string, { short: Intl.RelativeTimeFormat; long: Intl.RelativeTimeFormat }>()

export function absoluteTime(tag: string, timeZone: string, at: number, style: keyof typeof styles) {
  const key = `${tag} ${timeZone} ${style}`
  let format = dates.get(key)
  if (!format) dates.set(key, (format = new Intl.DateTimeFormat(tag, { ...styles[style], timeZone })))
  return format.format(at * 1000)
}

/** "12s ago", "2h ago", "yesterday", "3 days ago"; `now` within the second, null where the date says more: after a week, or in the future. */
export function relativeTime(tag: string, at: number, now: number): string | null {
  let format = relatives.get(tag)
  if (!format) {
    relatives.set(
      tag,
      (format = {
        // Narrow, other languages have letters that are also metres and months.
        short: new Intl.RelativeTimeFormat(tag, { style: tag.startsWith('en') ? 'narrow' : 'short' }),
        long: new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }),
      }),
    )
  }
  const age = now - at
  // Clocks of two machines differ by a little.
  if (age < -MINUTE || age >= 7 * DAY) return null
  if (age < 1) return 'now'
  if (age < MINUTE) return format.short.format(-Math.floor(age), 'second')
  if (age < HOUR) return format.short.format(-Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return format.short.format(-Math.floor(age / HOUR), 'hour')
  return format.long.format(-Math.floor(age / DAY), 'day')
}
