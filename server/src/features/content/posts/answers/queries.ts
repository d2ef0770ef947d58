import type { AnswerOrder } from '@askwell/contract/answers.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../../db/page.ts'
import { isAnswer, visible } from '../../../../db/visible.ts'
import type { Viewer } from '../../../../lib/member.ts'

const answersTo = (db: Db, question_id: number, viewer: Viewer) =>
  db.selectFrom('posts').where('posts.question_id', '=', question_id).where(isAnswer()).where(visible(viewer))

export const countAnswersFor = async (db: Db, question_id: number, viewer: Viewer) =>
  (
    await answersTo(db, question_id, viewer)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** The ids of a page of answers; the accepted one leads only in the default order. */
export const listAnswers = async (
  db: Db,
  {
    question_id,
    accepted_answer_id,
    order,
    viewer,
    ...page
  }: Page & { question_id: number; accepted_answer_id: number; order: AnswerOrder; viewer: Viewer },
) =>
  (
    await answersTo(db, question_id, viewer)
      .select('posts.id')
      .$if(order === 'default', (q) => q.orderBy(sql`case when posts.id = ${accepted_answer_id} then 0 else 1 end`))
      .$if(order === 'default' || order === 'vote', (q) => q.orderBy('posts.score', 'desc'))
      .orderBy('posts.created_at', order === 'updated' ? 'desc' : 'asc')
      .orderBy('posts.id', order === 'updated' ? 'desc' : 'asc')
      .limit(page.page_size)
      .offset(offsetOf(page))
      .execute()
  ).map((row) => row.id)
