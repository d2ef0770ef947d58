import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import { HIDDEN_FROM } from '@askwell/contract/states.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/dialect.ts'

/** After these a question's page says something else, or nothing any more. */
const CHANGING = [
  'question.asked',
  'question.edited',
  'question.approved',
  'question.deleted',
  'question.undeleted',
  'answer.given',
  'answer.edited',
  'answer.approved',
  'answer.deleted',
  'answer.undeleted',
]

/** Questions that were changed by the events up to one, each once. */
export const listChanged = async (db: Db, after: number, upTo: number) =>
  (
    await db
      .selectFrom('events')
      .select(sql<number>`case when object_type = 'question' then object_id else question_id end`.as('question_id'))
      .distinct()
      .where('id', '>', after)
      .where('id', '<=', upTo)
      .where('type', 'in', CHANGING)
      .execute()
  ).map((row) => row.question_id)

/** Of these, the ones that everybody may see, or could before they were deleted. */
export const listPublic = (db: Db, ids: number[]) =>
  ids.length
    ? db
        .selectFrom('posts')
        .select(['id', 'url_title'])
        .where('id', 'in', ids)
        .where('show', '=', 1)
        .where((eb) =>
          eb.or([
            eb('status', '<', HIDDEN_FROM),
            eb.and([eb('status', '=', QUESTION_STATUS.deleted), eb('former_status', '<', HIDDEN_FROM)]),
          ]),
        )
        .orderBy('id')
        .execute()
    : []
