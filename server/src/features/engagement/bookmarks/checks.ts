import { sql } from 'kysely'
import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'
import { isQuestion } from '../../../db/visible.ts'

/** What must hold of every row. */
export const checks = {
  collections: {
    key: 'question_id',
    checks: {
      'collections.question_id': check(
        'is bookmarked by nobody, or is no question',
        wrongRows(
          'collections',
          sql`${missing('users', 'collections.user_id')} or not exists (select 1 from posts
            where posts.id = collections.question_id and ${isQuestion()})`,
          'question_id',
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
