import type { AnswerOrder } from '@askwell/contract/answers.ts'
import type { Db } from '../../../../db/dialect.ts'
import { countUnlessAll, DEEPEST_ROW, offsetOf, type Page } from '../../../../db/page.ts'
import { NotFound } from '../../../../lib/errors.ts'
import type { Viewer } from '../../../../lib/actor.ts'
import { listVisiblePosts, type Post } from '../queries.ts'
import { countAnswersFor, findPlace, listAnswers } from './queries.ts'

export interface AnswerListQuery extends Page {
  order: AnswerOrder
  /** The page that holds this answer, whatever its number; the one asked for where none does. */
  holding?: number
}

/** A page of the answers to a question that the viewer may see. */
export const answersTo = async (db: Db, question: Post, viewer: Viewer, { holding, ...query }: AnswerListQuery) => {
  if (offsetOf(query) >= DEEPEST_ROW) throw new NotFound()
  const list = { ...query, question, viewer }
  let { page } = query
  let ids = await listAnswers(db, list)
  if (holding && ids.length === query.page_size && !ids.includes(holding)) {
    const place = await findPlace(db, list, holding)
    if (place !== undefined) {
      page = Math.floor(place / query.page_size) + 1
      ids = await listAnswers(db, { ...list, page })
    }
  }
  const rows = new Map((await listVisiblePosts(db, ids, viewer)).map((row) => [row.id, row]))
  return {
    page,
    count: await countUnlessAll({ ...query, page }, ids.length, () => countAnswersFor(db, question.id, viewer)),
    answers: ids.flatMap((id) => rows.get(id) ?? []),
  }
}
