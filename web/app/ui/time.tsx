import { createContext, use, useEffect, useState } from 'react'
import { useLanguage, useText } from '../text.tsx'
import { absoluteTime, relativeTime } from './format-time.ts'
import { useHydrated } from './hydrated.ts'

/** The site's time zone, in which the server writes times. */
export const TimeZone = createContext('UTC')

interface Props {
  /** Epoch seconds. */
  at: number
  /** Date and hour instead of the date alone. */
  exact?: boolean
}

/**
 * Written absolutely in the HTML, so that a cached page stays true; "2h ago" once scripts run (rulings 28).
 * The whole moment is in the title then.
 */
export function Time({ at, exact }: Props) {
  const t = useText('time')
  const { tag } = useLanguage()
  const zone = use(TimeZone)
  const now = useNow(at)
  const relative = now === null ? null : relativeTime(tag, at, now)
  return (
    // Browsers and servers with other editions of the language data may write a date a little differently.
    <time
      suppressHydrationWarning
      dateTime={new Date(at * 1000).toISOString()}
      title={now === null ? undefined : absoluteTime(tag, zone, at, 'whole')}
    >
      {relative === 'now' ? t('now') : (relative ?? absoluteTime(tag, zone, at, exact ? 'exact' : 'date'))}
    </time>
  )
}

const HOUR = 3600

/** The present in epoch seconds, or null before hydration. Young times are looked at again each minute. */
function useNow(at: number) {
  const hydrated = useHydrated()
  const [now, setNow] = useState(() => Math.floor(Date.now() / 1000))
  const young = now - at < HOUR
  useEffect(() => {
    if (!young) return
    const timer = setInterval(() => setNow(Math.floor(Date.now() / 1000)), 60_000)
    return () => clearInterval(timer)
  }, [young])
  return hydrated ? now : null
}
