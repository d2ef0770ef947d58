import { createContext, use, useEffect, useState } from 'react'
import { useLanguage, useText } from '../i18n/text.tsx'
import { formatDuration } from './format-duration.ts'
import { absoluteTime, relativeTime } from './format-time.ts'
import { useHydrated } from './hydrated.ts'

/** How long something lasts, in words. */
export function Duration({ seconds }: { seconds: number }) {
  const t = useText('time')
  const { tag } = useLanguage()
  return <>{formatDuration(tag, seconds) ?? t('less_than_hour')}</>
}

/** The site's time zone, in which the server writes times. */
export const TimeZone = createContext('UTC')

interface Props {
  /** Epoch seconds. */
  at: number
  /** Date and hour instead of the date alone. */
  exact?: boolean
}

/**
 * Written absolutely in the HTML, so that a cached page stays true; "2h ago" once scripts run.
 * The whole moment is in the title then. Paper keeps for years what it says, so print.css puts the date there again.
 */
export function Time({ at, exact }: Props) {
  const t = useText('time')
  const { tag } = useLanguage()
  const zone = use(TimeZone)
  const now = useNow(at)
  const relative = now === null ? null : relativeTime(tag, at, now)
  const written = absoluteTime(tag, zone, at, exact ? 'exact' : 'date')
  return (
    // Browsers and servers with other editions of the language data may write a date a little differently.
    <time
      suppressHydrationWarning
      dateTime={new Date(at * 1000).toISOString()}
      title={now === null ? undefined : absoluteTime(tag, zone, at, 'whole')}
      data-on-paper={relative ? written : undefined}
    >
      {relative ? <span>{relative === 'now' ? t('now') : relative}</span> : written}
    </time>
  )
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** The present in epoch seconds, or null before hydration. Young times are looked at again each minute, those of this minute each second. */
function useNow(at: number) {
  const hydrated = useHydrated()
  const [now, setNow] = useState(() => Math.floor(Date.now() / 1000))
  const age = now - at
  const again = age < MINUTE ? 1 : age < HOUR ? MINUTE : 0
  useEffect(() => {
    if (!again) return
    const timer = setInterval(() => setNow(Math.floor(Date.now() / 1000)), again * 1000)
    return () => clearInterval(timer)
  }, [again])
  return hydrated ? now : null
}
