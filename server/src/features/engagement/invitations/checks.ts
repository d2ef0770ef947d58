import { sql } from 'kysely'
import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'
import { isQuestion } from '../../../db/visible.ts'

/** What must hold of every row. */
export const checks = {
  invitations: {
    key: 'question_id',
    checks: {
      'invitations.question_id': check(
        'has invited nobody, or is no question',
        wrongRows(
          'invitations',
          sql`${missing('users', 'invitations.user_id')} or not exists (select 1 from posts
            where posts.id = invitations.question_id and ${isQuestion()})`,
          'question_id',
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
