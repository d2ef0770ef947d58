import { isStaff } from '@askwell/contract/roles.ts'
import type { Insertable, Selectable } from 'kysely'
import { type Db, locking, RetryableConflict } from '../../../db/dialect.ts'
import { evenLength } from '../../../db/insert-many.ts'
import type { DB } from '../../../db/tables.ts'
import type { Viewer } from '../../../lib/actor.ts'

export type Tag = Selectable<DB['tags']>
export type NewTag = Pick<
  Tag,
  'slug_name' | 'display_name' | 'original_text' | 'parsed_text' | 'description' | 'user_id' | 'created_at'
> &
  Partial<Omit<Tag, 'id'>>
export type TagChanges = Partial<Omit<Tag, 'id'>>

export const TAG_STATUS = { available: 1, deleted: 10 } as const
const ROWS_AT_ONCE = 500

const BLANK = {
  main_tag_id: 0,
  question_count: 0,
  follow_count: 0,
  recommend: 0,
  reserved: 0,
  status: TAG_STATUS.available,
  revision_id: 0,
  updated_at: 0,
} as const

export const findTag = (db: Db, id: number) => db.selectFrom('tags').selectAll().where('id', '=', id).executeTakeFirst()
export const findTagBySlug = (db: Db, slug: string) =>
  db.selectFrom('tags').selectAll().where('slug_name', '=', slug).executeTakeFirst()
/** By number or slug, as far as the viewer may see it: only staff see a deleted tag. */
export const findVisibleTag = async (db: Db, { id, slug = '' }: { id?: number; slug?: string }, viewer: Viewer) => {
  const tag = id === undefined ? await findTagBySlug(db, slug) : await findTag(db, id)
  return tag?.status === TAG_STATUS.available || isStaff(viewer) ? tag : undefined
}
export const listTagsBySlug = async (db: Db, slugs: string[]) =>
  slugs.length ? db.selectFrom('tags').selectAll().where('slug_name', 'in', slugs).execute() : []
export const listTags = async (db: Db, ids: number[]) =>
  ids.length ? db.selectFrom('tags').selectAll().where('id', 'in', ids).execute() : []

/** The tags that these are other words for, as far as they are there. */
export const listMainTags = async (db: Db, tags: { main_tag_id: number }[]) =>
  (await listTags(db, tags.map((tag) => tag.main_tag_id).filter(Boolean))).filter(
    (tag) => tag.status === TAG_STATUS.available,
  )

/** Locks a tag; in the same order for everybody who needs several. */
export const lockTags = async (db: Db, ids: number[]) =>
  ids.length ? db.selectFrom('tags').selectAll().where('id', 'in', ids).orderBy('id').$call(locking(db)).execute() : []

const rowOf = (tag: NewTag): Insertable<DB['tags']> => ({
  ...BLANK,
  ...tag,
  updated_at: tag.updated_at ?? tag.created_at,
})

/** Undefined if another tag has this slug, even if only for a moment. */
export const insertTag = async (db: Db, tag: NewTag) =>
  (
    await db
      .insertInto('tags')
      .values(rowOf(tag))
      .onConflict((on) => on.column('slug_name').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

/** The ids come in the order of the tags. */
export const insertTags = async (db: Db, tags: NewTag[]) => {
  const ids: number[] = []
  for (let at = 0; at < tags.length; at += ROWS_AT_ONCE) {
    const some = tags.slice(at, at + ROWS_AT_ONCE).map(rowOf)
    ids.push(
      ...(await db.insertInto('tags').values(some).returning('id').execute())
        .map((row) => row.id)
        .sort((a, b) => a - b),
    )
  }
  return ids
}

export const updateTag = (db: Db, id: number, changes: TagChanges) =>
  db.updateTable('tags').set(changes).where('id', '=', id).execute()

/** These tags show the first text that is kept of them. */
export const setFirstRevisions = async (db: Db, ids: number[]) => {
  if (ids.length)
    await db
      .updateTable('tags')
      .where('id', 'in', ids)
      .set((eb) => ({
        revision_id: eb
          .selectFrom('revisions')
          .select('revisions.id')
          .where('object_type', '=', 'tag')
          .whereRef('object_id', '=', 'tags.id')
          .where('number', '=', 1),
      }))
      .execute()
}

/**
 * Locks the tags that a question has, or a member follows. A synonym can be neither: if one of them has become a synonym since it was read, the transaction begins again.
 */
export const lockBorneTags = async (db: Db, ids: number[]) => {
  const tags = await lockTags(db, ids)
  if (tags.some((tag) => tag.main_tag_id > 0)) throw new RetryableConflict()
  return tags
}

/** Other words for these tags, as they stand by name. */
export const listSynonyms = async (db: Db, main_ids: number[]) =>
  main_ids.length
    ? db
        .selectFrom('tags')
        .selectAll()
        .where('main_tag_id', '>', 0)
        .where('main_tag_id', 'in', main_ids)
        .orderBy('slug_name')
        .execute()
    : []

export const updateTags = async (db: Db, ids: number[], changes: TagChanges) => {
  if (ids.length) await db.updateTable('tags').set(changes).where('id', 'in', ids).execute()
}

/** The tags that these slugs mean now, in their order and each once; what is deleted, or never was, is left out. */
export const listMeantIds = async (db: Db, slugs: string[]) => {
  const there = (await listTagsBySlug(db, slugs)).filter((tag) => tag.status === TAG_STATUS.available)
  const ids = new Map(there.map((tag) => [tag.slug_name, tag.main_tag_id || tag.id]))
  return [...new Set(slugs.flatMap((slug) => ids.get(slug) ?? []))]
}

/** Rows of tags that nothing bears. */
export const deleteTags = (db: Db, ids: number[]) => db.deleteFrom('tags').where('id', 'in', evenLength(ids)).execute()
