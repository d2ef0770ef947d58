import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  saved_searches: {
    key: 'id',
    checks: {
      'saved_searches.user_id': check(
        'is nobody’s',
        wrongRows('saved_searches', missing('users', 'saved_searches.user_id')),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
