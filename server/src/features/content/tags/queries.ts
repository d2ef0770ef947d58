import { isStaff } from '@askwell/contract/roles.ts'
import type { TagOrder } from '@askwell/contract/tags.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { insertMany } from '../../../db/insert-many.ts'
import { containing, type Db, locking, RetryableConflict } from '../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../db/page.ts'
import type { DB } from '../../../db/tables.ts'
import { inLists } from '../../../db/visible.ts'
import type { Viewer } from '../../../lib/member.ts'

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

// as the partial indexes of migration 0001 have it
const pickable = sql<boolean>`tags.status = 1 and tags.main_tag_id = 0`
// as that of migration 0007 has it
const recommended = sql<boolean>`tags.status = 1 and tags.main_tag_id = 0 and tags.recommend = 1`

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

/** Adds in SQL, so two at once can't lose one. In the order of the ids, so that they don't wait for each other in a circle. */
export const addToQuestionCounts = async (db: Db, ids: number[], by: number) => {
  if (ids.length === 0) return
  await lockBorneTags(db, ids)
  await db
    .updateTable('tags')
    .set((eb) => ({ question_count: eb('question_count', '+', by) }))
    .where('id', 'in', ids)
    .execute()
}

/** Whether lists show this question, so that its tags count it. */
export const isInLists = async (db: Db, question_id: number) =>
  (await db.selectFrom('posts').select('id').where('id', '=', question_id).where(inLists()).executeTakeFirst()) !==
  undefined

/** Counted afresh; to be had when something is off, for a large tag has many questions to read. */
export const setQuestionCounts = (db: Db, ids: number[]) =>
  db
    .updateTable('tags')
    .where('id', 'in', ids)
    .set((eb) => ({
      question_count: eb
        .selectFrom('question_tags')
        .innerJoin('posts', 'posts.id', 'question_tags.question_id')
        .whereRef('tag_id', '=', 'tags.id')
        .where(inLists())
        .select(({ fn }) => fn.countAll<number>().as('count')),
    }))
    .execute()

/** Added in SQL, so that two at once can't lose one. */
export const addToFollowCounts = async (db: Db, ids: number[], by: number) => {
  if (ids.length)
    await db
      .updateTable('tags')
      .set((eb) => ({ follow_count: eb('follow_count', '+', by) }))
      .where('id', 'in', ids)
      .execute()
}

export const setFollowCounts = (db: Db, ids: number[]) =>
  db
    .updateTable('tags')
    .where('id', 'in', ids)
    .set((eb) => ({
      follow_count: eb
        .selectFrom('follows')
        .whereRef('object_id', '=', 'tags.id')
        .where('object_type', '=', 'tag')
        .select(({ fn }) => fn.countAll<number>().as('count')),
    }))
    .execute()

/** Exactly these tags are recommended (or reserved) from now on. */
export const markTags = async (db: Db, column: 'recommend' | 'reserved', ids: number[]) => {
  await db
    .updateTable('tags')
    .set({ [column]: 0 })
    .where(column, '=', 1)
    .$if(ids.length > 0, (q) => q.where('id', 'not in', ids))
    .execute()
  if (ids.length)
    await db
      .updateTable('tags')
      .set({ [column]: 1 })
      .where('id', 'in', ids)
      .where(column, '=', 0)
      .execute()
}

/** Whether there is a recommended tag to pick. */
export const hasRecommended = async (db: Db) =>
  (await db.selectFrom('tags').select('id').where(recommended).limit(1).execute()).length > 0

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

/** Questions with one of these tags get another one instead, and no tag twice. */
export const moveQuestions = async (db: Db, from: number[], to: number) => {
  if (from.length === 0) return
  await db
    .deleteFrom('question_tags')
    .where('tag_id', 'in', from)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('question_tags as other')
          .select('other.tag_id')
          .whereRef('other.question_id', '=', 'question_tags.question_id')
          .where(({ or, and, eb }) =>
            or([
              eb('other.tag_id', '=', to),
              and([eb('other.tag_id', 'in', from), eb('other.tag_id', '<', eb.ref('question_tags.tag_id'))]),
            ]),
          ),
      ),
    )
    .execute()
  await db.updateTable('question_tags').set({ tag_id: to }).where('tag_id', 'in', from).execute()
}

/** Gives these questions the main tags in place of synonyms. */
export const setMainTags = async (db: Db, question_ids: number[]) => {
  await sql`delete from question_tags where question_id in (${sql.join(question_ids)}) and exists (select 1 from tags as word where word.id = tag_id and word.main_tag_id > 0 and exists (
    select 1 from question_tags as other inner join tags as borne on borne.id = other.tag_id where other.question_id = question_tags.question_id
    and (borne.id = word.main_tag_id or (borne.main_tag_id = word.main_tag_id and borne.id < word.id))))`.execute(db)
  await sql`update question_tags set tag_id = (select main_tag_id from tags where tags.id = question_tags.tag_id)
    where question_id in (${sql.join(question_ids)}) and exists (select 1 from tags where tags.id = question_tags.tag_id and main_tag_id > 0)`.execute(
    db,
  )
}

/** Whether any question has it, unlisted and pending ones included. Deleted ones don't count. */
export const isBorne = async (db: Db, id: number) =>
  (
    await db
      .selectFrom('question_tags')
      .innerJoin('posts', 'posts.id', 'question_tags.question_id')
      .select('posts.id')
      .where('tag_id', '=', id)
      .where('posts.status', '<>', 10)
      .limit(1)
      .execute()
  ).length > 0

/** The tags that these slugs mean now, in their order and each once; what is deleted, or never was, is left out. */
export const listMeantIds = async (db: Db, slugs: string[]) => {
  const there = (await listTagsBySlug(db, slugs)).filter((tag) => tag.status === TAG_STATUS.available)
  const ids = new Map(there.map((tag) => [tag.slug_name, tag.main_tag_id || tag.id]))
  return [...new Set(slugs.flatMap((slug) => ids.get(slug) ?? []))]
}

export const tagIdsOf = async (db: Db, question_id: number) =>
  (
    await db
      .selectFrom('question_tags')
      .select('tag_id')
      .where('question_id', '=', question_id)
      .orderBy('position')
      .execute()
  ).map((row) => row.tag_id)

export const insertQuestionTags = async (db: Db, rows: DB['question_tags'][]) => {
  await insertMany(db, 'question_tags', rows)
}

export const setTagsOf = async (db: Db, question_id: number, tag_ids: number[]) => {
  await db.deleteFrom('question_tags').where('question_id', '=', question_id).execute()
  await insertQuestionTags(
    db,
    tag_ids.map((tag_id, position) => ({ question_id, tag_id, position })),
  )
}

/** The tags of several questions, each in the order its asker gave them. */
export const listChipRows = async (db: Db, question_ids: number[]) =>
  question_ids.length === 0
    ? []
    : db
        .selectFrom('question_tags')
        .innerJoin('tags', 'tags.id', 'question_tags.tag_id')
        .leftJoin('tags as main', (on) =>
          on.onRef('main.id', '=', 'tags.main_tag_id').on('main.status', '=', TAG_STATUS.available),
        )
        .where('question_tags.question_id', 'in', question_ids)
        .where('tags.status', '=', TAG_STATUS.available)
        .orderBy('question_tags.position')
        .select([
          'question_tags.question_id',
          'tags.slug_name',
          'tags.display_name',
          'tags.recommend',
          'tags.reserved',
          'main.slug_name as main_tag_slug_name',
        ])
        .execute()

/** New tags that wait with these questions, as their texts name them; also of held questions that were deleted since. */
export const listWaitingTags = (db: Db, question_ids: number[]) =>
  db
    .selectFrom('posts')
    .innerJoin('revisions', 'revisions.id', 'posts.revision_id')
    .where('posts.id', 'in', question_ids)
    .where('revisions.new_tags', '<>', '[]')
    .where(sql<boolean>`(posts.status = 11 or (posts.status = 10 and posts.former_status = 11))`)
    .select(['posts.id as question_id', 'revisions.slugs', 'revisions.new_tags'])
    .execute()

const OPTION = ['id', 'slug_name', 'display_name', 'recommend', 'reserved', 'main_tag_id'] as const

/** The recommended tags; where there are none, the most used. */
export const listSuggestedTags = async (db: Db, limit: number) => {
  const named = await db
    .selectFrom('tags')
    .select(OPTION)
    .where(recommended)
    .orderBy('slug_name')
    .limit(limit)
    .execute()
  return named.length
    ? named
    : db
        .selectFrom('tags')
        .select(OPTION)
        .where(pickable)
        .orderBy('question_count', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
}

/** Tags whose name holds this piece, synonyms too: first those that begin with it, then the most used. */
export const listTagsLike = (db: Db, piece: string, limit: number) =>
  db
    .selectFrom('tags')
    .select(OPTION)
    .where('status', '=', TAG_STATUS.available)
    .where((eb) => eb.or([containing(db, 'slug_name', piece), containing(db, 'display_name', piece)]))
    .orderBy(sql`case when substr(slug_name, 1, ${piece.length}) = ${piece} then 0 else 1 end`)
    .orderBy('question_count', 'desc')
    .orderBy('slug_name')
    .limit(limit)
    .execute()

// as the partial index of migration 0007 has it
const deleted = sql<boolean>`tags.status = 10`

interface Filter {
  slug: string
  status: 'available' | 'deleted'
}
const matching = (db: Db, { slug, status }: Filter) =>
  db
    .selectFrom('tags')
    .where(status === 'deleted' ? deleted : pickable)
    .$if(slug !== '', (q) =>
      q.where((eb) => eb.or([containing(db, 'slug_name', slug), containing(db, 'display_name', slug)])),
    )

export const countTags = async (db: Db, filter: Filter) =>
  (
    await matching(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const listTagsPage = (db: Db, { order, ...page }: Page & Filter & { order: TagOrder }) =>
  matching(db, page)
    .selectAll()
    .$if(order === 'popular', (q) => q.orderBy('question_count', 'desc').orderBy('id'))
    .$if(order === 'name', (q) => q.orderBy('slug_name'))
    .$if(order === 'newest', (q) => q.orderBy('created_at', 'desc').orderBy('id', 'desc'))
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()

/** Of questions that are gone for good; counts no longer hold them. */
export const deleteTagsOf = (db: Db, question_ids: number[]) =>
  db.deleteFrom('question_tags').where('question_id', 'in', question_ids).execute()
