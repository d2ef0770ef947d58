import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { MAINTENANCE_MINUTES, NOTICE_MAX } from './limits.ts'
import { Done, oneOf, span, text, Time } from './shapes.ts'

// What an admin tells everybody: a line above all pages, and the page that stands while the site is looked after.

/** Markdown by language; readers of a language that has none get the site's. */
const Words = Type.Record(Type.String({ maxLength: 10 }), text({ max: NOTICE_MAX }))

export const AUDIENCES = ['all', 'members', 'staff'] as const
export const Announcement = Type.Object({
  words: Words,
  audience: oneOf(AUDIENCES),
  /** 0: until somebody takes it away. */
  until: Time,
  /** Whether readers may put it away, each for themselves. */
  dismissible: Type.Boolean(),
})
export type Announcement = Static<typeof Announcement>

export const Maintenance = Type.Object({
  on: Type.Boolean(),
  /** Markdown; where there is none, the site's own sentence stands. */
  words: Words,
  /** When refused visitors and programs should come again. */
  minutes: span(MAINTENANCE_MINUTES),
})
export type Maintenance = Static<typeof Maintenance>

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

export const announcement = endpoint({
  ...admin,
  method: 'GET',
  path: '/siteinfo/announcement',
  summary: 'The line above all pages',
  reply: Announcement,
})
export const saveAnnouncement = endpoint({
  ...admin,
  method: 'PUT',
  path: '/siteinfo/announcement',
  summary: 'Say something above all pages, or nothing any more',
  body: Announcement,
  reply: Done,
})
export const maintenance = endpoint({
  ...admin,
  method: 'GET',
  path: '/siteinfo/maintenance',
  summary: 'Whether the site is being looked after, and what visitors read meanwhile',
  reply: Maintenance,
})
export const saveMaintenance = endpoint({
  ...admin,
  method: 'PUT',
  path: '/siteinfo/maintenance',
  summary: 'Close the site for visitors, or open it again',
  body: Maintenance,
  reply: Done,
})
