import { sql } from 'kysely'
import { insertMany } from '../../../../db/insert-many.ts'
import type { Db } from '../../../../db/dialect.ts'
import type { DB } from '../../../../db/tables.ts'
import { TAG_STATUS } from '../queries.ts'

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
  await sql`delete from question_tags where question_id in (${sql.join(question_ids)}) and exists (select 1
    from tags as word where word.id = tag_id and word.main_tag_id > 0 and exists (
    select 1 from question_tags as other inner join tags as borne on borne.id = other.tag_id
    where other.question_id = question_tags.question_id
    and (borne.id = word.main_tag_id or (borne.main_tag_id = word.main_tag_id and borne.id < word.id))))`.execute(db)
  await sql`update question_tags set tag_id = (select main_tag_id from tags where tags.id = question_tags.tag_id)
    where question_id in (${sql.join(question_ids)}) and exists (select 1 from tags where tags.id = question_tags.tag_id
    and main_tag_id > 0)`.execute(db)
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

/** Of questions that are gone for good; counts no longer hold them. */
export const deleteTagsOf = (db: Db, question_ids: number[]) =>
  db.deleteFrom('question_tags').where('question_id', 'in', question_ids).execute()
