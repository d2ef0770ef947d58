import { sql } from 'kysely'
import { type CheckedTable, check, missingOrNone, wrongRows } from '../db/checks.ts'
import { HOUR, NEVER } from '../lib/clock.ts'

/** What must hold of every row. */
export const checks = {
  jobs: {
    key: 'id',
    checks: {
      'jobs.event_id': check(
        'follows from nothing that has happened',
        wrongRows('jobs', missingOrNone('events', 'jobs.event_id')),
      ),
      'jobs.last_error': check(
        'was tried again and again and given up',
        wrongRows('jobs', sql`run_at >= ${sql.lit(NEVER)}`),
      ),
      'jobs.locked_until': check(
        'is held for longer than anybody may',
        (within, _db, now) => sql`select id from jobs where ${within('id')} and locked_until > ${now + HOUR}`,
      ),
    },
  },
} satisfies Record<string, CheckedTable>
