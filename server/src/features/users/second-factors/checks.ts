import { sql } from 'kysely'
import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  passkeys: {
    key: 'id',
    checks: {
      'passkeys.user_id': check(
        "is a passkey of somebody who doesn't exist",
        wrongRows('passkeys', missing('users', 'passkeys.user_id')),
      ),
    },
  },
  one_time_secrets: {
    key: 'user_id',
    checks: {
      'one_time_secrets.user_id': check(
        "gives one-time passwords to somebody who doesn't exist",
        wrongRows('one_time_secrets', missing('users', 'one_time_secrets.user_id'), 'user_id'),
      ),
    },
  },
  recovery_codes: {
    key: 'user_id',
    checks: {
      'recovery_codes.user_id': check(
        'has recovery codes and no second factor to recover',
        wrongRows(
          'recovery_codes',
          sql`not exists (select 1 from passkeys where passkeys.user_id = recovery_codes.user_id)
      and not exists (select 1 from one_time_secrets where one_time_secrets.user_id = recovery_codes.user_id and confirmed_at > 0)`,
          'user_id',
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
