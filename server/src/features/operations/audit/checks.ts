import { type CheckedTable, check, missingOrNone, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  audit_entries: {
    key: 'id',
    checks: {
      'audit_entries.actor_id': check(
        'was done by nobody',
        wrongRows('audit_entries', missingOrNone('users', 'audit_entries.actor_id')),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
