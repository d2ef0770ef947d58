import { sql } from 'kysely'
import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  mail_choices: {
    key: 'user_id',
    checks: {
      'mail_choices.user_id': check(
        'is the choice of nobody, or no choice',
        wrongRows(
          'mail_choices',
          sql`${missing('users', 'mail_choices.user_id')} or inbox not in (0, 1) or all_new_question not in (0, 1) or all_new_question_for_following_tags not in (0, 1)`,
          'user_id',
        ),
      ),
    },
  },
  question_emails: {
    key: 'question_id',
    checks: {
      'question_emails.question_id': check(
        'was about no question, or to nobody',
        wrongRows(
          'question_emails',
          sql`${missing('posts', 'question_emails.question_id')} or ${missing('users', 'question_emails.user_id')} or source not in ('all', 'tags')`,
          'question_id',
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
