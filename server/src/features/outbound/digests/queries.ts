import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import { inLists, isAnswer } from '../../../db/visible.ts'

/** Of a question with a tag that this user follows. */
const inFollowedTags = (user_id: number, question: string) => sql<SqlBool>`exists (select 1 from question_tags
  inner join follows on follows.object_type = 'tag' and follows.object_id = question_tags.tag_id and follows.user_id = ${user_id}
  where question_tags.question_id = ${sql.ref(question)})`

/** Neither the question nor one of its tags is muted by this user. */
const notMuted = (user_id: number, question: string) => sql<SqlBool>`not exists (select 1 from muted_topics
  where muted_topics.user_id = ${user_id} and ((muted_topics.object_type = 'question' and muted_topics.object_id = ${sql.ref(question)})
    or (muted_topics.object_type = 'tag' and muted_topics.object_id in (select tag_id from question_tags where question_id = ${sql.ref(question)}))))`

interface Asked {
  user_id: number
  since: number
  limit: number
}

/** New questions that others asked, the best first; `unanswered`: those without an answer, the newest first. */
export const listQuestions = (db: Db, { user_id, since, limit }: Asked, { unanswered }: { unanswered: boolean }) =>
  db
    .selectFrom('posts')
    .select(['id', 'id as question_id', 'title', 'url_title', 'score', 'answer_count'])
    .where(inLists())
    .where('created_at', '>', since)
    .where('user_id', '<>', user_id)
    .where(inFollowedTags(user_id, 'posts.id'))
    .where(notMuted(user_id, 'posts.id'))
    .$if(unanswered, (q) => q.where('answer_count', '=', 0).orderBy('created_at', 'desc'))
    .$if(!unanswered, (q) => q.where('score', '>', 0).orderBy('score', 'desc'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** New answers of others, the best first. */
export const listAnswers = (db: Db, { user_id, since, limit }: Asked) =>
  db
    .selectFrom('posts')
    .innerJoin('posts as questions', 'questions.id', 'posts.question_id')
    .select(['posts.id', 'questions.id as question_id', 'questions.title', 'questions.url_title', 'posts.score'])
    .where(isAnswer())
    .where('posts.status', '<', 10)
    .where(inLists('questions'))
    .where('posts.created_at', '>', since)
    .where('posts.user_id', '<>', user_id)
    .where('posts.score', '>', 0)
    .where(inFollowedTags(user_id, 'questions.id'))
    .where(notMuted(user_id, 'questions.id'))
    .orderBy('posts.score', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute()
