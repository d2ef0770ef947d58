import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  codes: {
    key: 'id',
    checks: {
      'codes.user_id': check(
        "is a code for somebody who doesn't exist",
        wrongRows('codes', missing('users', 'codes.user_id')),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
