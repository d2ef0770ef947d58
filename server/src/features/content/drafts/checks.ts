import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  drafts: {
    key: 'user_id',
    checks: {
      'drafts.user_id': check('is nobody’s', wrongRows('drafts', missing('users', 'drafts.user_id'), 'user_id')),
    },
  },
} satisfies Record<string, CheckedTable>
