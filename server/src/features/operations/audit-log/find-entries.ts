import type { AuditFilter } from '@askwell/contract/audit.ts'
import { SECTIONS } from '@askwell/contract/configuration.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Actor } from '../../../lib/actor.ts'
import { findUserByName } from '../../users/users/names/queries.ts'
import { settingsIn } from '../settings/views.ts'
import { meantBy } from './about.ts'
import { type Entry, listEntries } from './queries.ts'

const FAR = Number.MAX_SAFE_INTEGER

/** When a day begins there, or one so many days later. */
const startOf = (day: string, time_zone: string, later = 0) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  try {
    return Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(time_zone).epochMilliseconds / 1000
  } catch {
    return undefined // the 30th of February
  }
}

/** The names in a filter as what they stand for, or which of them stand for nothing. */
const resolved = async (db: Db, { actor, about, kind, ...days }: AuditFilter) => {
  const { time_zone } = (await settingsIn(db)).interface
  const user = actor ? await findUserByName(db, actor.trim().replace(/^@/, '')) : undefined
  const meant = about.trim() ? await meantBy(db, about.trim(), SECTIONS) : undefined
  const unknown: ('actor' | 'about')[] = [
    ...(actor && !user ? ['actor' as const] : []),
    ...(about.trim() && !meant ? ['about' as const] : []),
  ]
  const [from, to] = [startOf(days.from, time_zone), startOf(days.to, time_zone, 1)]
  return { unknown, filter: { actor_id: user?.id, about: meant, kind, from, to } }
}

/** One page of what the viewer may see. */
export const findEntries = async (db: Db, viewer: Pick<Actor, 'role_id'>, asked: AuditFilter) => {
  const { unknown, filter } = await resolved(db, asked)
  if (unknown.length) return { entries: [], next: '', unknown }
  const found = await listEntries(db, {
    ...filter,
    viewer,
    below: userNumber(asked.before) || FAR,
    limit: asked.page_size + 1,
  })
  const entries = found.slice(0, asked.page_size)
  return { entries, next: found.length > entries.length ? String(entries.at(-1)!.id) : '', unknown }
}

const AT_ONCE = 500

/** All that fits the filter, piece by piece: a log may be long. */
export async function* allEntries(db: Db, viewer: Pick<Actor, 'role_id'>, asked: AuditFilter): AsyncGenerator<Entry[]> {
  const { unknown, filter } = await resolved(db, asked)
  for (let below = FAR; unknown.length === 0;) {
    const entries = await listEntries(db, { ...filter, viewer, below, limit: AT_ONCE })
    if (entries.length) yield entries
    if (entries.length < AT_ONCE) return
    below = entries.at(-1)!.id
  }
}
