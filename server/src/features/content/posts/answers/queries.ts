import type { AnswerOrder } from '@askwell/contract/answers.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../../db/page.ts'
import { isAnswer, visible } from '../../../../db/visible.ts'
import type { Viewer } from '../../../../lib/actor.ts'
import { ANSWER_STATUS } from '@askwell/contract/shapes.ts'
import { evenLength } from '../../../../db/insert-many.ts'
import type { Post } from '../queries.ts'
import { pairs } from '../../../../db/pairs.ts'

const answersTo = (db: Db, question_id: number, viewer: Viewer) =>
  db.selectFrom('posts').where('posts.question_id', '=', question_id).where(isAnswer()).where(visible(viewer))

export const countAnswersFor = async (db: Db, question_id: number, viewer: Viewer) =>
  (
    await answersTo(db, question_id, viewer)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

interface AnswerList {
  question: Pick<Post, 'id' | 'accepted_answer_id'>
  order: AnswerOrder
  viewer: Viewer
}

type Ordering = 'posts.score' | 'posts.created_at' | 'posts.id' | ReturnType<typeof sql>

/** The accepted one leads only in the default order. */
const orderingOf = ({ order, question }: AnswerList): [by: Ordering, direction: 'asc' | 'desc'][] => {
  const direction = order === 'updated' ? 'desc' : 'asc'
  return [
    ...(order === 'default'
      ? [[sql`case when posts.id = ${question.accepted_answer_id} then 0 else 1 end`, 'asc'] as [Ordering, 'asc']]
      : []),
    ...(order === 'default' || order === 'vote' ? [['posts.score', 'desc'] as [Ordering, 'desc']] : []),
    ['posts.created_at', direction],
    ['posts.id', direction],
  ]
}

/** The ids of a page of answers. */
export const listAnswers = async (db: Db, list: Page & AnswerList) =>
  (
    await orderingOf(list)
      .reduce(
        (query, [by, direction]) => query.orderBy(by, direction),
        answersTo(db, list.question.id, list.viewer).select('posts.id'),
      )
      .limit(list.page_size)
      .offset(offsetOf(list))
      .execute()
  ).map((row) => row.id)

/** How many answers stand before this one; undefined if it isn't among those that the viewer may see. */
export const findPlace = async (db: Db, list: AnswerList, answer_id: number) => {
  const placed = answersTo(db, list.question.id, list.viewer).select(({ fn }) => [
    'posts.id',
    fn
      .agg<number>('row_number')
      .over((over) => orderingOf(list).reduce((rows, [by, direction]) => rows.orderBy(by, direction), over))
      .as('place'),
  ])
  const found = await db.selectFrom(placed.as('placed')).select('place').where('id', '=', answer_id).executeTakeFirst()
  return found && found.place - 1
}

/** For questions whose accepted answer can't be one. */
export const unaccept = (db: Db, ids: number[]) =>
  db.updateTable('posts').set({ accepted_answer_id: 0 }).where('id', 'in', ids).execute()

const answersOf = (db: Db, question_id: number) =>
  db.selectFrom('posts').where('question_id', '=', question_id).where(isAnswer()).where('status', '<', 10)

/** How many answers a question has, and the last of them. */
export const countAnswers = async (db: Db, question_id: number) => {
  const { count } = await answersOf(db, question_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const last = await answersOf(db, question_id)
    .select(['id', 'user_id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { count, last }
}

/** The answer that was edited last, if any was. */
export const lastEditedAnswer = (db: Db, question_id: number) =>
  answersOf(db, question_id)
    .select(['edited_at', 'last_editor_id'])
    .where('edited_at', '>', 0)
    .where('last_editor_id', '>', 0)
    .orderBy('edited_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The answer that decides whether its asker may still delete the question, and other rules that depend on single answers. */
export const listAnswerScores = (db: Db, question_id: number, limit: number) =>
  answersOf(db, question_id).select(['id', 'score']).limit(limit).execute()

/** The accepted one, then those with most votes. */
export const listBestAnswers = (
  db: Db,
  { id, accepted_answer_id }: Pick<Post, 'id' | 'accepted_answer_id'>,
  limit: number,
) =>
  answersOf(db, id)
    .select(['id', 'user_id', 'description', 'score'])
    .orderBy(sql`case when posts.id = ${accepted_answer_id} then 0 else 1 end`)
    .orderBy('score', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export const findAnswerOf = async (db: Db, question_id: number, user_id: number) =>
  (
    await answersOf(db, question_id)
      .select('id')
      .where('user_id', '=', user_id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  )?.id

/** An answer by them that waits for review. */
export const findWaitingAnswerOf = async (db: Db, question_id: number, user_id: number) =>
  (
    await db
      .selectFrom('posts')
      .select('id')
      .where('question_id', '=', question_id)
      .where(isAnswer())
      .where('user_id', '=', user_id)
      .where('status', '=', ANSWER_STATUS.pending)
      .limit(1)
      .executeTakeFirst()
  )?.id

/** Accepts answers of many questions at once, for an import. */
export const acceptAnswers = async (db: Db, accepted: (readonly [question_id: number, answer_id: number])[]) => {
  if (accepted.length)
    await sql`update posts set accepted_answer_id = made.column2
      from (values ${pairs(evenLength([...accepted]))}) as made where posts.id = made.column1`.execute(db)
}
