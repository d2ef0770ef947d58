import { sql } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import { listed, visibleComment } from '../../../db/visible.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import type { Actor, Viewer } from '../../../lib/actor.ts'
import { listTags, TAG_STATUS } from '../tags/queries.ts'

export const findDraft = (db: Db, user_id: number, name: string, since: number) =>
  db
    .selectFrom('drafts')
    .select(['fields', 'saved_at', 'version'])
    .where('user_id', '=', user_id)
    .where('name', '=', name)
    .where('saved_at', '>=', since)
    .executeTakeFirst()

export const listDrafts = (db: Db, user_id: number, since: number) =>
  db
    .selectFrom('drafts')
    .select(['name', 'title', 'excerpt', 'saved_at'])
    .where('user_id', '=', user_id)
    .where('saved_at', '>=', since)
    .orderBy('saved_at', 'desc')
    .orderBy('name')
    .execute()

interface DraftRow {
  user_id: number
  name: string
  fields: string
  saved_at: number
  version: string
  title: string
  excerpt: string
}

/** `over`: it replaces none but these versions, and what is as good as gone. @returns whether it is there now. */
export const upsertDraft = async (db: Db, draft: DraftRow, over?: { versions: string[]; since: number }) => {
  const { user_id: _user, name: _name, ...written } = draft
  const row = await db
    .insertInto('drafts')
    .values(draft)
    .onConflict((on) => {
      const update = on.columns(['user_id', 'name']).doUpdateSet(written)
      return over
        ? update.where((eb) =>
            eb.or([eb('drafts.version', 'in', over.versions), eb('drafts.saved_at', '<', over.since)]),
          )
        : update
    })
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}

/** Of one member only the newest stay; `saved` is one of them, whatever else was saved in the same second. */
export const deleteBeyond = (db: Db, user_id: number, saved: string, most: number) =>
  db
    .deleteFrom('drafts')
    .where('user_id', '=', user_id)
    .where('name', 'in', (old) =>
      old
        .selectFrom('drafts')
        .select('name')
        .where('user_id', '=', user_id)
        .orderBy('saved_at', 'desc')
        .orderBy((eb) => eb.case().when('name', '=', saved).then(0).else(1).end())
        .orderBy('name')
        .limit(1_000_000)
        .offset(most),
    )
    .execute()

/** Of what one member has there since. */
export const bytesOf = async (db: Db, user_id: number, since: number) => {
  const { bytes } = await db
    .selectFrom('drafts')
    .select(sql<number | string>`coalesce(sum(octet_length(fields)), 0)`.as('bytes'))
    .where('user_id', '=', user_id)
    .where('saved_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

export const deleteVersion = (db: Db, user_id: number, name: string, version: string) =>
  db
    .deleteFrom('drafts')
    .where('user_id', '=', user_id)
    .where('name', '=', name)
    .where('version', '=', version)
    .execute()

export const deleteNamed = (db: Db, user_id: number, names: string[]) =>
  db.deleteFrom('drafts').where('user_id', '=', user_id).where('name', 'in', names).execute()

/** The drafts of one edit: by itself, and of suggestions that were continued. */
export const listEdits = (db: Db, user_id: number, name: string) =>
  db
    .selectFrom('drafts')
    .select(['name', 'fields'])
    .where('user_id', '=', user_id)
    .where((eb) => eb.or([eb('name', '=', name), eb('name', 'like', `${name}-%`)]))
    .execute()

export const deleteDraftsOf = (db: Db, user_id: number) =>
  db.deleteFrom('drafts').where('user_id', '=', user_id).execute()

export const deleteSavedBefore = (db: Db, time: number) =>
  db.deleteFrom('drafts').where('saved_at', '<', time).execute()

/** Posts that drafts belong to, with the questions they are of, as far as lists show them to this member. */
export const listAbout = (db: Db, ids: number[], viewer: Actor) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('posts')
        .innerJoin('posts as question', 'question.id', 'posts.question_id')
        .select(['posts.id', 'posts.kind', 'question.id as question_id', 'question.title', 'question.url_title'])
        .where('posts.id', 'in', ids)
        .where(listed(viewer))
        .execute()

export const listCommented = (db: Db, ids: number[], viewer: Actor) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('comments')
        .innerJoin('posts', 'posts.id', 'comments.post_id')
        .select(['comments.id', 'comments.post_id'])
        .where('comments.id', 'in', ids)
        .where(visibleComment(viewer))
        .execute()

/** Only staff see deleted tags. */
export const listTagNames = async (db: Db, ids: number[], viewer: Viewer) =>
  (await listTags(db, ids)).filter(({ status }) => status === TAG_STATUS.available || isStaff(viewer))
