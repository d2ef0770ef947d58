import { sql } from 'kysely'
import { type CheckedTable, check, missing, missingOrNone, wrongRows } from '../../../db/checks.ts'
import { deviating } from './facts/queries.ts'

/** What must hold of every row. */
export const checks = {
  reputation_entries: {
    key: 'id',
    checks: {
      'reputation_entries.user_id': check(
        "is about a member or a post that doesn't exist",
        wrongRows(
          'reputation_entries',
          sql`${missing('users', 'reputation_entries.user_id')} or ${missingOrNone('posts', 'reputation_entries.post_id')}`,
        ),
      ),
      'reputation_entries.twice': check(
        'stands in the ledger twice',
        wrongRows(
          'reputation_entries',
          sql`cause <> '' and taken_back_at = 0 and exists (select 1 from reputation_entries as other
      where other.cause = reputation_entries.cause and other.user_id = reputation_entries.user_id
      and other.reason = reputation_entries.reason and other.taken_back_at = 0 and other.id < reputation_entries.id)`,
        ),
      ),
      'reputation_entries.cause': check(
        'is for a vote that was taken back',
        wrongRows(
          'reputation_entries',
          sql`cause like 'vote:%' and taken_back_at = 0
      and not exists (select 1 from votes where votes.id = case when cause like 'vote:%' then cast(substr(cause, 6) as bigint) end)`,
        ),
      ),
    },
  },
  users: {
    key: 'id',
    checks: {
      'users.ledger': check('has other entries in the ledger than votes, acceptances and edits bear out', deviating),
    },
  },
} satisfies Record<string, CheckedTable>
