import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  user_notes: {
    key: 'id',
    checks: {
      'user_notes.user_id': check('is about nobody', wrongRows('user_notes', missing('users', 'user_notes.user_id'))),
      'user_notes.author_id': check('is by nobody', wrongRows('user_notes', missing('users', 'user_notes.author_id'))),
    },
  },
} satisfies Record<string, CheckedTable>
