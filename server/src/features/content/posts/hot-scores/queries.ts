import { sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { inLists, isAnswer } from '../../../../db/visible.ts'
import { pairs } from '../../../../db/pairs.ts'
import { COLD_MOST } from '../policy.ts'

export interface HotFactors {
  id: number
  status: number
  view_count: number
  answer_count: number
  score: number
  answer_score: number
  hot_score: number
  created_at: number
  active_at: number
}

/** What the hot score of these questions depends on. */
export const listHotFactors = (db: Db, ids: number[]): Promise<HotFactors[]> =>
  db
    .selectFrom('posts')
    .where('id', 'in', ids)
    .select(['id', 'status', 'view_count', 'answer_count', 'score', 'hot_score', 'created_at', 'active_at'])
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom('posts as answers')
            .whereRef('answers.question_id', '=', 'posts.id')
            .where(isAnswer('answers'))
            .where('answers.status', '<', 10)
            .select(({ fn }) => fn.sum<number>('answers.score').as('sum')),
          eb.lit(0),
        )
        .as('answer_score'),
    )
    .execute()

export const setHotScores = async (db: Db, scores: (readonly [id: number, hot_score: number])[]) => {
  if (scores.length)
    await sql`update posts set hot_score = counted.column2 from (values ${pairs(scores)}) as counted
      where posts.id = counted.column1`.execute(db)
}

/** The next `limit` listed questions, newest first, after the one at `before`; within one value of `pin`, as the index has them. */
export const listRecentQuestions = (
  db: Db,
  {
    pin,
    since,
    before,
    limit,
  }: { pin: number; since: number; before: { created_at: number; id: number }; limit: number },
) =>
  db
    .selectFrom('posts')
    .select(['id', 'created_at'])
    .where(inLists())
    .where('pin', '=', pin)
    .where('created_at', '>=', since)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(before.created_at, before.id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Questions that were hot and have become too old to be. */
export const listCooledQuestions = async (
  db: Db,
  { pin, until, limit }: { pin: number; until: number; limit: number },
) =>
  (
    await db
      .selectFrom('posts')
      .select('id')
      .where(inLists())
      .where('pin', '=', pin)
      .where('hot_score', '>', COLD_MOST)
      .where('created_at', '<', until)
      .limit(limit)
      .execute()
  ).map((row) => row.id)

/** Questions that came in without a hot score, such as imported ones. */
export const listUnscoredQuestions = async (db: Db, { pin, limit }: { pin: number; limit: number }) =>
  (
    await db
      .selectFrom('posts')
      .select('id')
      .where(inLists())
      .where('pin', '=', pin)
      .where('hot_score', '=', 0)
      .limit(limit)
      .execute()
  ).map((row) => row.id)
