import type { Db } from '../../../db/dialect.ts'
import { listed, visibleComment } from '../../../db/visible.ts'
import type { Actor } from '../../../lib/actor.ts'

export const findDraft = (db: Db, user_id: number, name: string, since: number) =>
  db
    .selectFrom('drafts')
    .select(['fields', 'saved_at'])
    .where('user_id', '=', user_id)
    .where('name', '=', name)
    .where('saved_at', '>=', since)
    .executeTakeFirst()

export const listDrafts = (db: Db, user_id: number, since: number) =>
  db
    .selectFrom('drafts')
    .select(['name', 'fields', 'saved_at'])
    .where('user_id', '=', user_id)
    .where('saved_at', '>=', since)
    .orderBy('saved_at', 'desc')
    .orderBy('name')
    .execute()

export const upsertDraft = (db: Db, draft: { user_id: number; name: string; fields: string; saved_at: number }) =>
  db
    .insertInto('drafts')
    .values(draft)
    .onConflict((on) => on.columns(['user_id', 'name']).doUpdateSet({ fields: draft.fields, saved_at: draft.saved_at }))
    .execute()

/** Of one member only the newest stay. */
export const deleteBeyond = (db: Db, user_id: number, most: number) =>
  db
    .deleteFrom('drafts')
    .where('user_id', '=', user_id)
    .where('name', 'in', (old) =>
      old
        .selectFrom('drafts')
        .select('name')
        .where('user_id', '=', user_id)
        .orderBy('saved_at', 'desc')
        .orderBy('name')
        .limit(1_000_000)
        .offset(most),
    )
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

export const listTagNames = (db: Db, ids: number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('tags').select(['id', 'slug_name', 'display_name']).where('id', 'in', ids).execute()
