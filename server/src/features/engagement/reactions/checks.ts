import { sql } from 'kysely'
import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  reactions: {
    key: 'post_id',
    checks: {
      'reactions.post_id': check(
        "has a reaction by nobody, or isn't there",
        wrongRows(
          'reactions',
          sql`${missing('users', 'reactions.user_id')} or ${missing('posts', 'reactions.post_id')}`,
          'post_id',
        ),
      ),
      'reactions.emoji': check(
        "has a reaction that there isn't",
        wrongRows('reactions', sql`emoji not in ('heart', 'smile', 'frown')`, 'post_id'),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
