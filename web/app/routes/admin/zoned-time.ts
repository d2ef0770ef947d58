/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
const offsetAt = (ms: number, timeZone: string) => {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const shown = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute)
  return shown - Math.floor(ms / 60_000) * 60_000
}

/** What a field of date and time holds, read by the clocks of a zone, as epoch seconds; 0 for nothing, NaN for nonsense. */
export const fromLocal = (text: string, timeZone: string) => {
  if (text === '') return 0
  const asUtc = Date.parse(`${text}Z`)
  if (Number.isNaN(asUtc)) return NaN
  const first = asUtc - offsetAt(asUtc, timeZone)
  return Math.floor((asUtc - offsetAt(first, timeZone)) / 1000)
}

/** The same the other way, to the minute. */
export const toLocal = (at: number, timeZone: string) =>
  at === 0 ? '' : new Date(at * 1000 + offsetAt(at * 1000, timeZone)).toISOString().slice(0, 16)
