import { sql } from 'kysely'
import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  reports: {
    key: 'id',
    checks: {
      'reports.object_id': check(
        "is by nobody, or about what isn't there",
        wrongRows(
          'reports',
          sql`${missing('users', 'reports.user_id')} or ${missing('posts', 'reports.post_id')} or ${missing('posts', 'reports.question_id')}
      or not (case when object_type = 'comment' then exists (select 1 from comments where comments.id = object_id
      and comments.post_id = reports.post_id)
        else exists (select 1 from posts where posts.id = object_id and posts.kind = object_type and posts.id = reports.post_id) end)`,
        ),
      ),
      'reports.status': check(
        "is decided by nobody or in no way, or has a status that there isn't",
        wrongRows(
          'reports',
          sql`status not in (1, 2, 3) or (status = 1 and decision <> '') or (status > 1 and decision = '')`,
        ),
      ),
      'reports.waiting': check(
        'waits, though what it is about is deleted',
        wrongRows(
          'reports',
          sql`status = 1 and (case when object_type = 'comment' then exists (select 1 from comments
            where comments.id = object_id and comments.status = 10)
      else exists (select 1 from posts where posts.id = object_id and posts.status = 10) end)`,
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
