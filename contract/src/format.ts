import { formatNumber, intlTag } from './text.ts'

const tenths = new Map<string, Intl.NumberFormat>()
const oneDecimal = (language: string, value: number) => {
  let format = tenths.get(language)
  if (!format)
    tenths.set(
      language,
      (format = new Intl.NumberFormat(intlTag(language), {
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
        roundingMode: 'trunc',
      })),
    )
  return format.format(value)
}

/** 9,999 in full, then 12.3k, then 1.2m. Cut off, not rounded: 999,950 isn't yet a million. */
export const formatCount = (language: string, count: number) => {
  const size = Math.abs(count)
  if (size < 10_000) return formatNumber(language, count)
  return size < 1_000_000 ? `${oneDecimal(language, count / 1000)}k` : `${oneDecimal(language, count / 1_000_000)}m`
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type Duration = { unit: 'less_than_hour'; count: 0 } | { unit: 'hours' | 'days'; count: number }

/** A span of time in whole hours up to a day, then in whole days. */
export const durationOf = (seconds: number): Duration => {
  if (seconds < HOUR) return { unit: 'less_than_hour', count: 0 }
  return seconds <= DAY
    ? { unit: 'hours', count: Math.floor(seconds / HOUR) }
    : { unit: 'days', count: Math.floor(seconds / DAY) }
}

export interface Ago {
  unit: 'now' | 'seconds' | 'minutes' | 'hours' | 'date'
  count: number
}

/** How long ago: now, seconds, minutes, hours; from a day on the date is clearer. */
export const agoOf = (time: number, now: number): Ago => {
  const seconds = Math.max(0, Math.floor(now - time))
  if (seconds < 1) return { unit: 'now', count: 0 }
  if (seconds < MINUTE) return { unit: 'seconds', count: seconds }
  if (seconds < HOUR) return { unit: 'minutes', count: Math.floor(seconds / MINUTE) }
  return seconds < DAY ? { unit: 'hours', count: Math.floor(seconds / HOUR) } : { unit: 'date', count: 0 }
}
