import { sql } from 'kysely'
import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  reviews: {
    key: 'id',
    checks: {
      'reviews.post_id': check(
        'is of no post, or by nobody',
        wrongRows('reviews', sql`${missing('posts', 'reviews.post_id')} or ${missing('users', 'reviews.user_id')}`),
      ),
      'reviews.status': check(
        "waits though the text doesn't, or is decided though it does",
        wrongRows(
          'reviews',
          sql`status not in (1, 2, 3)
      or (status = 1) <> (case when comment_id > 0 then exists (select 1 from comments
      where comments.id = reviews.comment_id and comments.post_id = reviews.post_id and comments.status = 11)
        else exists (select 1 from posts where posts.id = reviews.post_id and posts.status = 11) end)`,
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
