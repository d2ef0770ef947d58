import type { EmailKind } from '@askwell/contract/emails.ts'
import { containing, type Db } from '../../../../db/dialect.ts'
import type { DB } from '../../../../db/tables.ts'
import { NEVER } from '../../../../lib/clock.ts'

export type Outcome = Pick<DB['sent_emails'], 'job_id' | 'user_id' | 'kind' | 'address' | 'status' | 'answer'>

/** One row for each job, which says what its last try came to. */
export const saveOutcome = async (db: Db, outcome: Outcome, now: number) => {
  const job = await db.selectFrom('jobs').select('event_id').where('id', '=', outcome.job_id).executeTakeFirst()
  await db
    .insertInto('sent_emails')
    .values({ ...outcome, event_id: job?.event_id ?? 0, attempts: 1, created_at: now, updated_at: now })
    .onConflict((on) =>
      on.column('job_id').doUpdateSet((eb) => ({
        status: outcome.status,
        answer: outcome.answer,
        address: outcome.address,
        attempts: eb('sent_emails.attempts', '+', 1),
        updated_at: now,
      })),
    )
    .execute()
}

export interface Wanted {
  status: '' | 'sent' | 'failed'
  kind: '' | EmailKind
  query: string
  before: number | undefined
}

export const listOutcomes = async (db: Db, { status, kind, query, before }: Wanted, limit: number) =>
  (
    await db
      .selectFrom('sent_emails')
      .leftJoin('jobs', 'jobs.id', 'sent_emails.job_id')
      .$if(status !== '', (q) => q.where('sent_emails.status', '=', status as 'sent'))
      .$if(kind !== '', (q) => q.where('sent_emails.kind', '=', kind))
      .$if(query !== '', (q) => q.where(containing(db, 'sent_emails.address', query)))
      .$if(before !== undefined, (q) => q.where('sent_emails.id', '<', before!))
      .selectAll('sent_emails')
      .select('jobs.run_at')
      .orderBy('sent_emails.id', 'desc')
      .limit(limit)
      .execute()
  ).map(({ run_at, ...row }) => ({ ...row, next_try_at: run_at === null || run_at >= NEVER ? 0 : run_at }))

export const findOutcome = (db: Db, id: number) =>
  db.selectFrom('sent_emails').selectAll().where('id', '=', id).executeTakeFirst()

export const moveToJob = (db: Db, id: number, job_id: number) =>
  db.updateTable('sent_emails').set({ job_id }).where('id', '=', id).execute()

const OLD_AT_ONCE = 1000

/** The oldest ones, so many at most. */
export const deleteOutcomesBefore = async (db: Db, time: number) => {
  const old = db.selectFrom('sent_emails').select('id').where('created_at', '<', time).orderBy('created_at')
  const { numDeletedRows } = await db
    .deleteFrom('sent_emails')
    .where('id', 'in', old.limit(OLD_AT_ONCE))
    .executeTakeFirstOrThrow()
  return { isAll: Number(numDeletedRows) < OLD_AT_ONCE }
}

export const deleteOutcomesOf = (db: Db, user_id: number) =>
  db.deleteFrom('sent_emails').where('user_id', '=', user_id).execute()
