import { randomBytes } from 'node:crypto'
import type { PluginStorage } from '@askwell/plugin-kit'
import type { Words } from './words.ts'

export interface Event {
  title: string
  /** `2026-12-04`, and `18:30`: by the clocks of the site. */
  date: string
  time: string
  place: string
  about: string
  link: string
}

const MOST_KEPT = 900
const KEY = 'event:'
/** It begins with the day, so keys are in the order of days. */
const ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-[0-9a-f]{8}$/

/** The 31st of February would be read as a day in March. */
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
/** As the site takes links. */
const isLink = (text: string) => /^https?:\/\/[^\s/]\S{0,1000}$/.test(text) && URL.canParse(text)
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** The day that it is in this time zone. */
export const today = (time_zone: string, now = new Date()) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, dateStyle: 'short' }).format(now)

/** As people say it. */
export const whenOf = ({ date, time }: Pick<Event, 'date' | 'time'>, language: string) =>
  new Intl.DateTimeFormat(language.replace('_', '-'), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${date}T${time}:00Z`))

export const eventIn = (values: Record<string, string>): Event => {
  const of = (name: string) => (values[name] ?? '').trim()
  return {
    title: of('title'),
    date: of('date'),
    time: of('time'),
    place: of('place'),
    about: of('about'),
    link: of('link'),
  }
}

/** What is wrong, by field. */
export const faultsOf = ({ title, date, time, place, about, link }: Event, words: Words, now: string) =>
  Object.fromEntries(
    [
      ['title', title === '' ? words.title_missing : title.length > 100 && words.title_long],
      ['date', isDay(date) ? date < now && words.date_past : words.date_wrong],
      ['time', !isTime(time) && words.time_wrong],
      ['place', place.length > 200 && words.place_long],
      ['about', about.length > 1500 && words.text_long],
      ['link', link !== '' && !isLink(link) && words.link_wrong],
    ].filter(([, fault]) => fault),
  ) as Record<string, string>

export const addEvent = async (storage: PluginStorage, event: Event) => {
  if ((await storage.list(KEY)).length >= MOST_KEPT) return undefined
  const id = `${event.date}T${event.time.replace(':', '-')}-${randomBytes(4).toString('hex')}`
  await storage.set(KEY + id, event)
  return id
}

export const findEvent = async (storage: PluginStorage, id: string) =>
  ID.test(id) ? ((await storage.get(KEY + id)) as Event | undefined) : undefined

export const deleteEvent = (storage: PluginStorage, id: string) => storage.delete(KEY + id)

/** The next ones first, or of those that are over the latest. */
export const listEvents = async (
  storage: PluginStorage,
  { past, now, most }: { past: boolean; now: string; most: number },
) => {
  const ids = (await storage.list(KEY)).map((key) => key.slice(KEY.length))
  const chosen = ids.filter((id) => id.slice(0, 10) < now === past)
  const few = (past ? chosen.toReversed() : chosen).slice(0, most)
  const events = await Promise.all(few.map(async (id) => ({ id, event: await findEvent(storage, id) })))
  return events.flatMap(({ id, event }) => (event ? [{ id, ...event }] : []))
}
