import type { Db } from '../../../db/dialect.ts'
import { CSV_START, csvLines } from '../../../lib/csv.ts'
import { userCards } from '../../users/users/views.ts'
import type { Entry } from './queries.ts'

const COLUMNS = [
  'id',
  'time',
  'action',
  'by',
  'via',
  'session',
  'object_type',
  'object_id',
  'name',
  'member',
  'before',
  'after',
] as const

type Names = Map<number, string>
export const namesIn = async (db: Db, entries: Entry[]): Promise<Names> => {
  const ids = new Set(entries.flatMap(({ actor_id, user_id }) => [actor_id, user_id]).filter((id) => id > 0))
  return new Map([...(await userCards(db, [...ids]))].map(([id, { username }]) => [id, username]))
}

const fieldsOf = (entry: Entry, names: Names) => ({
  id: entry.id,
  time: new Date(entry.created_at * 1000).toISOString(),
  action: entry.action,
  by: names.get(entry.actor_id) ?? '',
  via: entry.via,
  session: entry.session_id || '',
  object_type: entry.object_type,
  object_id: entry.object_id || '',
  name: entry.name,
  member: names.get(entry.user_id) ?? '',
  before: entry.before,
  after: entry.after,
})

export const csvHead = CSV_START + csvLines([COLUMNS])
export const csvLine = (entry: Entry, names: Names) => {
  const fields = fieldsOf(entry, names)
  return csvLines([COLUMNS.map((name) => fields[name])])
}

export const jsonLine = (entry: Entry, names: Names) =>
  `${JSON.stringify({ ...fieldsOf(entry, names), before: JSON.parse(entry.before) as unknown, after: JSON.parse(entry.after) as unknown })}\n`
