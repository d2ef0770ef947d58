import { sql } from 'kysely'
import { type CheckedTable, check, missing, missingOrNone, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  notifications: {
    key: 'id',
    checks: {
      'notifications.user_id': check(
        'is a notice to nobody, or of nothing',
        wrongRows(
          'notifications',
          sql`${missing('users', 'notifications.user_id')} or ${missingOrNone('posts', 'notifications.question_id')}
      or ${missingOrNone('posts', 'notifications.answer_id')} or ${missingOrNone('comments', 'notifications.comment_id')}
      or is_read not in (0, 1) or is_seen not in (0, 1) or is_latest not in (0, 1)`,
        ),
      ),
    },
  },
  plugin_notices: {
    key: 'user_id',
    checks: {
      'plugin_notices.user_id': check(
        "is what a plugin tells somebody who doesn't exist",
        wrongRows('plugin_notices', missing('users', 'plugin_notices.user_id'), 'user_id'),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
