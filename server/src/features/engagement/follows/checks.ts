import { sql } from 'kysely'
import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'
import { isQuestion } from '../../../db/visible.ts'

/** What must hold of every row. */
export const checks = {
  follows: {
    key: 'object_id',
    checks: {
      'follows.object_id': check(
        "is followed by nobody, or isn't there",
        wrongRows(
          'follows',
          sql`${missing('users', 'follows.user_id')} or not (case object_type
      when 'question' then exists (select 1 from posts where posts.id = object_id and ${isQuestion()})
      when 'tag' then exists (select 1 from tags where tags.id = object_id) else exists (select 1 from users
      where users.id = object_id) end)`,
          'object_id',
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
