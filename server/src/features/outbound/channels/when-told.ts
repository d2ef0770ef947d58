import type { Channel, ChannelEvent } from '@askwell/contract/channels.ts'
import { MINUTE } from '../../../lib/clock.ts'
import type { Choices } from './choices.ts'

const DAY_MINUTES = 24 * 60
const clocks = new Map<string, Intl.DateTimeFormat>()

export const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Which minute of the day it is there. */
const minuteOf = (time: number, zone: string) => {
  let clock = clocks.get(zone)
  if (!clock)
    clocks.set(
      zone,
      (clock = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })),
    )
  const [hour, minute] = clock.format(time * 1000).split(':')
  return Number(hour) * 60 + Number(minute)
}

/** The end of the quiet hours one is in; now, outside them. */
const quietEnd = (now: number, { quiet_from, quiet_to, time_zone }: Choices, siteZone: string) => {
  if (quiet_from === quiet_to) return now
  const minute = minuteOf(now, time_zone || siteZone)
  const since = (minute - quiet_from + DAY_MINUTES) % DAY_MINUTES
  const length = (quiet_to - quiet_from + DAY_MINUTES) % DAY_MINUTES
  return since < length ? now - (now % MINUTE) + (length - since) * MINUTE : now
}

/** When a user is to be told of something in this way; null where they don't want to be, or have paused. */
export const whenTold = (
  choices: Choices,
  channel: Exclude<Channel, 'site'> | { plugin: string },
  event: ChannelEvent,
  now: number,
  siteZone: string,
) => {
  const wanted = typeof channel === 'string' ? choices[channel] : (choices.plugins[channel.plugin] ?? [])
  return wanted.includes(event) && choices.muted_until <= now ? quietEnd(now, choices, siteZone) : null
}
