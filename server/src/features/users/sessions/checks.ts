import { sql } from 'kysely'
import { type CheckedTable, check, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  sessions: {
    key: 'id',
    checks: {
      'sessions.user_id': check(
        'is a session of nobody',
        wrongRows('sessions', sql`not exists (select 1 from users where users.id = sessions.user_id)`),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
