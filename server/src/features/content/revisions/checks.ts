import { sql } from 'kysely'
import { type CheckedTable, check, missingOrNone, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  revisions: {
    key: 'id',
    checks: {
      'revisions.object_id': check(
        "is of a thing or by a member that doesn't exist",
        wrongRows(
          'revisions',
          sql`${missingOrNone('users', 'revisions.user_id')}
      or not (case when object_type = 'tag' then exists (select 1 from tags
      where tags.id = object_id) else exists (select 1 from posts where posts.id = object_id and posts.kind = object_type) end)`,
        ),
      ),
      'revisions.status': check(
        "has a status that there isn't",
        wrongRows('revisions', sql`status not in (0, 1, 2, 3)`),
      ),
      'revisions.number': check(
        'has no place among the texts there were, or one it should not have',
        wrongRows(
          'revisions',
          sql`(status = 0 and number = 0) or (status in (1, 3) and number <> 0) or (status = 2 and number = 0 and decided_at = 0)
      or (number > 1 and not exists (select 1 from revisions as former where former.object_type = revisions.object_type
      and former.object_id = revisions.object_id and former.number = revisions.number - 1 and former.number > 0))`,
        ),
      ),
      'revisions.decided_by': check(
        'is decided by nobody, or waits and is decided',
        wrongRows(
          'revisions',
          sql`(status = 1 and decided_at <> 0) or (status = 3 and decided_at = 0) or ${missingOrNone('users', 'revisions.decided_by')}`,
        ),
      ),
      'revisions.base_revision_id': check(
        'began from, or goes back to, a text that never was',
        wrongRows(
          'revisions',
          sql`${missingOrNone('revisions', 'revisions.base_revision_id')} or ${missingOrNone('revisions', 'revisions.restored_revision_id')}`,
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
