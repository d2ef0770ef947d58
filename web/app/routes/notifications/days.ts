import type { NotificationGroup } from '@askwell/contract/notifications.ts'
import { use, useState } from 'react'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { absoluteTime } from '../../ui/format-time.ts'
import { TimeZone } from '../../ui/time.tsx'

const DAY = 86_400

/** Under the day they came, in the site's time zone, newest first. */
export function useDays(groups: NotificationGroup[]) {
  const t = useText('notifications')
  const { tag } = useLanguage()
  const zone = use(TimeZone)
  const dateOf = (at: number) => absoluteTime(tag, zone, at, 'date')
  const [now] = useState(() => Date.now() / 1000)
  const names = new Map([
    [dateOf(now - DAY), t('yesterday')],
    [dateOf(now), t('today')],
  ])
  return [...Map.groupBy(groups, ({ update_time }) => dateOf(update_time))].map(([date, some]) => ({
    day: names.get(date) ?? date,
    groups: some,
  }))
}
