import type { AdminAnswer } from '@askwell/contract/content-administration.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { ACCEPTED } from '@askwell/contract/shapes.ts'
import type { Db } from '../../../../db/dialect.ts'
import { stateActions } from '../policy.ts'
import { listPosts } from '../queries.ts'
import { named, type ViewContext } from '../views.ts'
import { userCards } from '../../../users/users/views.ts'

/** Rows of the administration's list, in the order of the ids, each with its question; admins see all of them. */
export const adminAnswers = async (
  db: Db,
  ids: number[],
  { viewer, language }: Pick<ViewContext, 'viewer' | 'language'>,
): Promise<AdminAnswer[]> => {
  const rows = new Map((await listPosts(db, ids)).map((row) => [row.id, row]))
  const questions = new Map(
    (await listPosts(db, [...new Set([...rows.values()].map((row) => row.question_id))])).map((row) => [row.id, row]),
  )
  const users = await userCards(
    db,
    [...rows.values()].map((row) => row.user_id),
  )
  return ids
    .flatMap((id) => rows.get(id) ?? [])
    .map((answer) => {
      const question = questions.get(answer.question_id)!
      return {
        id: objectId('answer', answer.id),
        question_id: objectId('question', answer.question_id),
        description: answer.description,
        status: answer.status,
        accepted: question.accepted_answer_id === answer.id ? ACCEPTED.yes : ACCEPTED.no,
        vote_count: answer.score,
        create_time: answer.created_at,
        update_time: answer.edited_at,
        delete_time: answer.deleted_at,
        url_title: question.url_title,
        question_info: { title: question.title },
        user_info: users.get(answer.user_id)!,
        member_actions: named(stateActions(viewer, answer, false), language),
      }
    })
}
