import type { Db } from '../../../db/dialect.ts'

/** Who it is, and how many of their posts are shown. */
export const findAuthor = (db: Db, user_id: number) =>
  db
    .selectFrom('users')
    .select(['username', 'display_name', 'e_mail', 'question_count', 'answer_count'])
    .where('id', '=', user_id)
    .executeTakeFirst()

/** More than these nobody waits for. */
const ENOUGH = 100

/** Comments of a member that are shown, as far as it matters how many. */
export const countComments = async (db: Db, user_id: number) =>
  (
    await db
      .selectFrom('comments')
      .select('id')
      .where('user_id', '=', user_id)
      .where('status', '=', 1)
      .limit(ENOUGH)
      .execute()
  ).length
