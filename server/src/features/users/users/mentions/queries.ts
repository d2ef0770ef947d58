import { ROLE } from '@askwell/contract/roles.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../../lib/actor.ts'
import { isNamed } from '../name-words/queries.ts'

/** Suggestions for mentions: activated members, those with most reputation first. */
const users = (db: Db, start: string, limit: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('status', '=', USER_STATUS.normal)
    .where('mail_status', '=', MAIL_STATUS.activated)
    .$if(start !== '', (q) => q.where(isNamed(start)))
    .orderBy('rank', 'desc')
    .orderBy('id')
    .limit(limit)

/** Only its author and staff may know of a deleted or pending post, or an answer under it; so `post_id` leaves the others out. */
const knows = (
  post_id: number,
) => sql<SqlBool>`(role_id > 1 or exists (select 1 from posts inner join posts as question on question.id = posts.question_id
  where posts.id = ${post_id} and (posts.status < 10 or posts.user_id = users.id) and (question.status < 10
  or question.user_id = users.id)))`

export const listByNameStart = async (db: Db, start: string, limit: number, post_id?: number) =>
  (
    await users(db, start, limit)
      .$if(post_id !== undefined, (q) => q.where(knows(post_id!)))
      .execute()
  ).map(({ id }) => id)

export const listStaff = async (db: Db, start: string, limit: number) =>
  (await users(db, start, limit).where('role_id', '>', ROLE.user).execute()).map(({ id }) => id)
