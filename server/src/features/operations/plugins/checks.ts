import { type CheckedTable, check, missing, missingOrNone, wrongRows } from '../../../db/checks.ts'

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
  plugin_storage: {
    key: 'user_id',
    checks: {
      'plugin_storage.user_id': check(
        "is what a plugin keeps of somebody who doesn't exist",
        wrongRows('plugin_storage', missingOrNone('users', 'plugin_storage.user_id'), 'user_id'),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
