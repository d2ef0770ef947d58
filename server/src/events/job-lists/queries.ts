import type { JobState } from '@askwell/contract/jobs.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../db/dialect.ts'
import type { DB } from '../../db/tables.ts'

type Jobs = ExpressionBuilder<DB, 'jobs'>

/** Recurring work has no event. What runs is leased; what has been tried and isn't done has failed, whether or not it is tried again. */
const isIn: Record<JobState, (eb: Jobs, now: number) => ReturnType<Jobs['and']>> = {
  running: (eb, now) => eb.and([eb('locked_until', '>', now), eb('event_id', '>', 0)]),
  recurring: (eb) => eb.and([eb('event_id', '=', 0)]),
  failed: (eb, now) =>
    eb.and([eb('event_id', '>', 0), eb('locked_until', '<=', now), eb('last_error', 'is not', null)]),
  waiting: (eb, now) => eb.and([eb('event_id', '>', 0), eb('locked_until', '<=', now), eb('last_error', 'is', null)]),
}

const stateOf = (now: number) => sql<JobState>`case when event_id = 0 then 'recurring'
  when locked_until > ${now} then 'running' when last_error is not null then 'failed' else 'waiting' end`

/** How many of each kind are in each state. The queue is short where all is well, and no longer than what an import brings. */
export const countByKind = (db: Db, now: number) =>
  db
    .selectFrom('jobs')
    .select(({ fn }) => [stateOf(now).as('state'), 'effect as kind', fn.countAll<number>().as('count')])
    .groupBy([sql`1`, 'effect'])
    .orderBy('effect')
    .execute()

export const listJobs = (
  db: Db,
  { state, kind, now }: { state: JobState; kind: string; now: number },
  { offset, limit }: { offset: number; limit: number },
) =>
  db
    .selectFrom('jobs')
    .leftJoin('events', 'events.id', 'jobs.event_id')
    .where(
      'jobs.id',
      'in',
      (eb) =>
        eb
          .selectFrom('jobs')
          .select('id')
          .where((its) => isIn[state](its, now))
          .$if(kind !== '', (q) => q.where('effect', '=', kind))
          .orderBy('id')
          .offset(offset)
          .limit(limit) as never,
    )
    .select([
      'jobs.id',
      'jobs.effect',
      'jobs.attempts',
      'jobs.last_error',
      'jobs.run_at',
      'events.created_at',
      stateOf(now).as('state'),
    ])
    .orderBy('jobs.id')
    .execute()

interface Chosen {
  id: number | undefined
  kind: string | undefined
  state: JobState
  now: number
}

/** Which ones are meant, as far as nobody has begun them. */
const chosen =
  ({ id, kind, state, now }: Chosen) =>
  (eb: Jobs) =>
    eb.and([
      id === undefined ? eb.and([eb('effect', '=', kind ?? ''), isIn[state](eb, now)]) : eb('id', '=', id),
      eb('locked_until', '<=', now),
    ])

export const retryChosen = (db: Db, which: Chosen) =>
  db
    .updateTable('jobs')
    .set({ run_at: which.now, attempts: 0, locked_until: 0 })
    .where((eb) => chosen(which)(eb as never))
    .returning('effect')
    .execute()

export const deleteChosen = (db: Db, which: Chosen) =>
  db
    .deleteFrom('jobs')
    .where((eb) => chosen(which)(eb as never))
    .where('event_id', '>', 0)
    .returning('effect')
    .execute()

/** Why those of each kind failed, as the latest of them says. */
export const findLastErrors = async (db: Db) => {
  const rows = await db
    .selectFrom('jobs')
    .where(
      'id',
      'in',
      (eb) =>
        eb
          .selectFrom('jobs')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('event_id', '>', 0)
          .where('last_error', 'is not', null)
          .groupBy('effect') as never,
    )
    .select(['effect', 'last_error'])
    .execute()
  return new Map(rows.map(({ effect, last_error }) => [effect, last_error ?? '']))
}
