import type { Db } from '../../../../db/dialect.ts'
import { inLists } from '../../../../db/visible.ts'
import { lockBorneTags } from '../queries.ts'

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
