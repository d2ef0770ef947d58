import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  file_uses: {
    key: 'file_id',
    checks: {
      'file_uses.post_id': check(
        "stands in a post that doesn't exist",
        wrongRows('file_uses', missing('posts', 'file_uses.post_id'), 'file_id'),
      ),
    },
  },
  suggested_files: {
    key: 'file_id',
    checks: {
      'suggested_files.revision_id': check(
        'stands in an edit that nobody has suggested',
        wrongRows('suggested_files', missing('revisions', 'suggested_files.revision_id'), 'file_id'),
      ),
    },
  },
  files: {
    key: 'id',
    checks: { 'files.user_id': check('was uploaded by nobody', wrongRows('files', missing('users', 'files.user_id'))) },
  },
} satisfies Record<string, CheckedTable>
