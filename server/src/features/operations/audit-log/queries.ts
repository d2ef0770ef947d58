import { isAdmin } from '@askwell/contract/roles.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'
import type { Actor } from '../../../lib/actor.ts'

export type Entry = Selectable<DB['audit_entries']>

/** What entries are about, as far as a filter names it. */
export interface About {
  user_id?: number
  question_id?: number
  object?: { object_type: string; object_id: number }
  names?: string[]
}

export interface Filter {
  viewer: Pick<Actor, 'role_id'>
  /** Entries with a smaller number. */
  below: number
  limit: number
  actor_id?: number
  kind?: string
  about?: About
  from?: number
  to?: number
}

/** Of two transactions at once the later number may have been committed first, by a second or two. */
const SLACK = 100

/** Entries up to a time have about these numbers: so an old period is found without walking there. */
const numberAt = async (db: Db, time: number) =>
  (
    await db
      .selectFrom('audit_entries')
      .select('id')
      .where('created_at', '<', time)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? 0

/** Entries that the viewer may see, the latest first. */
export const listEntries = async (db: Db, { viewer, below, limit, actor_id, kind, about, from, to }: Filter) => {
  const last = to ? Math.min(below, (await numberAt(db, to)) + SLACK) : below
  let found = db.selectFrom('audit_entries').selectAll().where('id', '<', last)
  if (from) found = found.where('id', '>', (await numberAt(db, from)) - SLACK)
  if (!isAdmin(viewer)) found = found.where('part', '=', 'moderation')
  if (actor_id !== undefined) found = found.where('actor_id', '=', actor_id)
  if (kind) found = found.where('kind', '=', kind)
  if (about?.user_id !== undefined) found = found.where('user_id', '=', about.user_id)
  if (about?.question_id !== undefined) found = found.where('question_id', '=', about.question_id)
  if (about?.object)
    found = found.where('object_type', '=', about.object.object_type).where('object_id', '=', about.object.object_id)
  if (about?.names) found = found.where('object_type', '=', 'setting').where('name', 'in', about.names)
  if (from) found = found.where('created_at', '>=', from)
  if (to) found = found.where('created_at', '<', to)
  return found.orderBy('id', 'desc').limit(limit).execute()
}

const none: never[] = []

export const listTitles = (db: Db, ids: number[]) =>
  ids.length ? db.selectFrom('posts').select(['id', 'title']).where('id', 'in', ids).execute() : none

export const listSlugs = (db: Db, ids: number[]) =>
  ids.length ? db.selectFrom('tags').select(['id', 'slug_name']).where('id', 'in', ids).execute() : none

export const listCommentTexts = (db: Db, ids: number[]) =>
  ids.length
    ? db.selectFrom('comments').select(['id', 'original_text', 'status']).where('id', 'in', ids).execute()
    : none

export const listBadges = (db: Db, ids: number[]) =>
  ids.length ? db.selectFrom('badges').select(['id', 'code', 'words']).where('id', 'in', ids).execute() : none

export const listSessions = (db: Db, ids: number[]) =>
  ids.length ? db.selectFrom('sessions').select(['id', 'browser', 'system']).where('id', 'in', ids).execute() : none
