import { sql } from 'kysely'
import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  external_logins: {
    key: 'id',
    checks: {
      'external_logins.user_id': check(
        "lets in somebody who doesn't exist",
        wrongRows('external_logins', missing('users', 'external_logins.user_id')),
      ),
      'external_logins.external_id': check(
        "is nobody's elsewhere",
        wrongRows('external_logins', sql`connector = '' or external_id = ''`),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
