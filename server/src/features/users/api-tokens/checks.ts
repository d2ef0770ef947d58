import { sql } from 'kysely'
import { type CheckedTable, check, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  api_tokens: {
    key: 'id',
    checks: {
      'api_tokens.user_id': check(
        'is a token of somebody who is gone',
        wrongRows(
          'api_tokens',
          sql`not exists (select 1 from users where users.id = api_tokens.user_id and users.status <> 10)`,
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
