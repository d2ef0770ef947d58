import { sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { inLists, isAnswer, isQuestion } from '../../../../db/visible.ts'
import { lockPosts } from '../queries.ts'

/** Imported votes, and those cast here. */
export const setScores = (db: Db, ids: number[]) =>
  db
    .updateTable('posts')
    .where('id', 'in', ids)
    .set((eb) => ({
      score: eb(
        'carried_score',
        '+',
        eb
          .selectFrom('votes')
          .whereRef('post_id', '=', 'posts.id')
          .select((v) =>
            v.fn
              .coalesce(
                v.fn.sum<number>(v.case().when('direction', '=', 'up').then(v.lit(1)).else(v.lit(-1)).end()),
                v.lit(0),
              )
              .as('sum'),
          ),
      ),
    }))
    .execute()

export const setCommentCounts = (db: Db, ids: number[]) =>
  db
    .updateTable('posts')
    .where('id', 'in', ids)
    .set((eb) => ({
      comment_count: eb
        .selectFrom('comments')
        .whereRef('post_id', '=', 'posts.id')
        .where('status', '=', 1)
        .select(({ fn }) => fn.countAll<number>().as('count')),
    }))
    .execute()

/** Added in SQL, so that two at once can't lose one. */
export const addToFollowCounts = async (db: Db, ids: number[], by: number) => {
  if (ids.length)
    await db
      .updateTable('posts')
      .set((eb) => ({ follow_count: eb('follow_count', '+', by) }))
      .where('id', 'in', ids)
      .execute()
}

export const setFollowCounts = (db: Db, ids: number[]) =>
  db
    .updateTable('posts')
    .where('id', 'in', ids)
    .set((eb) => ({
      follow_count: eb
        .selectFrom('follows')
        .whereRef('object_id', '=', 'posts.id')
        .where('object_type', '=', 'question')
        .select(({ fn }) => fn.countAll<number>().as('count')),
    }))
    .execute()

/** Imported bookmarks, and those set here, counted: of one question they are few. */
export const setCollectionCounts = async (db: Db, ids: number[]) => {
  if (ids.length === 0) return
  await db
    .updateTable('posts')
    .where('id', 'in', ids)
    .set((eb) => ({
      collection_count: eb(
        'carried_collection_count',
        '+',
        eb
          .selectFrom('collections')
          .whereRef('collections.question_id', '=', 'posts.id')
          .select(({ fn }) => fn.countAll<number>().as('count')),
      ),
    }))
    .execute()
}

/** How many answers these questions have, and the last of them. */
export const setAnswerCounts = (db: Db, ids: number[]) => {
  const its = sql`from posts as answers where answers.question_id = posts.id and ${isAnswer('answers')} and answers.status < 10`
  return db
    .updateTable('posts')
    .where('id', 'in', ids)
    .where(isQuestion())
    .set({
      answer_count: sql<number>`(select count(*) ${its})`,
      last_answer_id: sql<number>`coalesce((select answers.id ${its} order by answers.created_at desc, answers.id desc limit 1), 0)`,
    })
    .execute()
}

/** Sets who did what last to these questions. The time stays as it is: an imported question may have been active in ways that left no other trace. */
export const setLastDoings = async (db: Db, ids: number[]) => {
  await sql`update posts set (operator_id, operation_type) = (select who, what from (
      select user_id as who, 'answered' as what, created_at as at, 1 as place from posts as a
      where a.question_id = posts.id and ${isAnswer('a')} and a.status < 10
      union all select last_editor_id, 'modified', edited_at, 2 from posts as e where e.question_id = posts.id
      and e.status < 10 and ${isAnswer('e')} and e.edited_at > 0 and e.last_editor_id > 0
      union all select last_editor_id, 'modified', edited_at, 2 from posts as q where q.id = posts.id
      and q.edited_at > 0 and q.last_editor_id > 0
      union all select user_id, 'asked', created_at, 3 from posts as own where own.id = posts.id
    ) as moments order by at desc, place limit 1) where id in (${sql.join(ids)}) and ${isQuestion()}`.execute(db)
}

/** Every question that lists show; for rebuilding the counter. */
export const countListedQuestions = async (db: Db) =>
  (
    await db
      .selectFrom('posts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(inLists())
      .executeTakeFirstOrThrow()
  ).count

/** Locks first and counts in a second statement, so that it sees what the transaction before has committed. */
export const setLinkedCounts = async (db: Db, ids: number[]) => {
  if (ids.length === 0) return
  await lockPosts(db, ids)
  await db
    .updateTable('posts')
    .where('id', 'in', ids)
    .set((eb) => ({
      linked_count: eb
        .selectFrom('question_links')
        .whereRef('to_question_id', '=', 'posts.id')
        .select(({ fn }) => fn.count<number>('from_question_id').distinct().as('count')),
    }))
    .execute()
}
