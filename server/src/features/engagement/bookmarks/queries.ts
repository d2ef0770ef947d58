import type { Db } from '../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../db/page.ts'
import { isAnswer, isQuestion, listed } from '../../../db/visible.ts'
import type { Viewer } from '../../../lib/actor.ts'

/** @returns whether it wasn't bookmarked yet. */
export const insertBookmark = async (db: Db, bookmark: { user_id: number; question_id: number; created_at: number }) =>
  Boolean(
    await db
      .insertInto('collections')
      .values(bookmark)
      .onConflict((on) => on.columns(['user_id', 'question_id']).doNothing())
      .returning('question_id')
      .executeTakeFirst(),
  )

/** @returns whether it was bookmarked. */
export const deleteBookmark = async (db: Db, user_id: number, question_id: number) =>
  Boolean(
    await db
      .deleteFrom('collections')
      .where('user_id', '=', user_id)
      .where('question_id', '=', question_id)
      .returning('question_id')
      .executeTakeFirst(),
  )

/** With those that were imported. */
export const countBookmarks = async (db: Db, question_id: number) =>
  (await db.selectFrom('posts').select('collection_count').where('id', '=', question_id).executeTakeFirstOrThrow())
    .collection_count

const bookmarked = (db: Db, viewer: NonNullable<Viewer>) =>
  db
    .selectFrom('collections')
    .innerJoin('posts', 'posts.id', 'collections.question_id')
    .where('collections.user_id', '=', viewer.id)
    .where(isQuestion())
    .where(listed(viewer))

export const countBookmarked = async (db: Db, viewer: NonNullable<Viewer>) =>
  (
    await bookmarked(db, viewer)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

const LINE = [
  'posts.id',
  'title',
  'url_title',
  'posts.user_id',
  'view_count',
  'unique_view_count',
  'score',
  'answer_count',
  'comment_count',
  'collection_count',
  'follow_count',
  'accepted_answer_id',
  'last_answer_id',
  'posts.created_at',
  'updated_at',
  'edited_at',
  'pin',
  'show',
  'status',
] as const

/** A member's bookmarks that they may still see, the latest first. */
export const listBookmarked = (db: Db, viewer: NonNullable<Viewer>, page: Page) =>
  bookmarked(db, viewer)
    .select(LINE)
    .orderBy('collections.created_at', 'desc')
    .orderBy('collections.question_id', 'desc')
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()

/** The member's first answer to each of these questions. */
export const firstAnswersOf = async (db: Db, user_id: number, ids: number[]) =>
  new Map(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('posts')
            .where('user_id', '=', user_id)
            .where(isAnswer())
            .where('status', '<', 10)
            .where('question_id', 'in', ids)
            .groupBy('question_id')
            .select(({ fn }) => ['question_id', fn.min('id').as('id')])
            .execute()
        ).map((row) => [row.question_id, row.id]),
  )

export const deleteBookmarksOfQuestions = (db: Db, ids: number[]) =>
  db.deleteFrom('collections').where('question_id', 'in', ids).execute()

/** @returns the questions that have one bookmark less. */
export const deleteBookmarksOf = async (db: Db, user_id: number) =>
  (await db.deleteFrom('collections').where('user_id', '=', user_id).returning('question_id').execute()).map(
    (row) => row.question_id,
  )
