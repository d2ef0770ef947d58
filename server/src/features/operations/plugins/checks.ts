import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  member_settings: {
    key: 'user_id',
    checks: {
      'member_settings.user_id': check(
        "is what somebody has set who doesn't exist",
        wrongRows('member_settings', missing('users', 'member_settings.user_id'), 'user_id'),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
