import type { Db } from '../../../../db/dialect.ts'
import type { DB } from '../../../../db/tables.ts'
import { NEVER } from '../../../../lib/clock.ts'

type Delivery = Pick<
  DB['plugin_deliveries'],
  'plugin' | 'job_id' | 'event' | 'object_type' | 'object_id' | 'question_id' | 'status' | 'answer' | 'milliseconds'
>

/** One row for each event and plugin, which says what the last try came to. */
export const saveDelivery = async (db: Db, delivery: Delivery, now: number) => {
  const { job_id, status, answer, milliseconds } = delivery
  const job = await db.selectFrom('jobs').select('event_id').where('id', '=', job_id).executeTakeFirst()
  if (!job) return // an admin has dropped it meanwhile
  await db
    .insertInto('plugin_deliveries')
    .values({ ...delivery, due_event_id: job.event_id, attempts: 1, created_at: now, updated_at: now })
    .onConflict((on) =>
      on.column('due_event_id').doUpdateSet((eb) => ({
        job_id,
        status,
        answer,
        milliseconds,
        attempts: eb('plugin_deliveries.attempts', '+', 1),
        updated_at: now,
      })),
    )
    .execute()
}

interface Wanted {
  plugin: string
  status: '' | 'delivered' | 'failed'
  before: number | undefined
}

export const listDeliveries = async (db: Db, { plugin, status, before }: Wanted, limit: number) =>
  (
    await db
      .selectFrom('plugin_deliveries')
      .leftJoin('jobs', 'jobs.id', 'plugin_deliveries.job_id')
      .where('plugin_deliveries.plugin', '=', plugin)
      .$if(status !== '', (q) => q.where('plugin_deliveries.status', '=', status as 'failed'))
      .$if(before !== undefined, (q) => q.where('plugin_deliveries.id', '<', before!))
      .selectAll('plugin_deliveries')
      .select('jobs.run_at')
      .orderBy('plugin_deliveries.id', 'desc')
      .limit(limit)
      .execute()
  ).map(({ run_at, ...row }) => ({ ...row, next_try_at: run_at === null || run_at >= NEVER ? 0 : run_at }))

/** The table is kept short, so this is no count of the site. */
export const countFailedDeliveries = async (db: Db, plugin: string) => {
  const { count } = await db
    .selectFrom('plugin_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('plugin', '=', plugin)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow()
  return count
}

/** The one with this id, or those that have failed; the oldest first, as they happened. */
export const listToSend = (
  db: Db,
  { plugin, id, since }: { plugin: string; id: number | undefined; since: number },
  limit: number,
) =>
  db
    .selectFrom('plugin_deliveries')
    .select(['job_id', 'due_event_id', 'event'])
    .where('plugin', '=', plugin)
    .$if(id !== undefined, (q) => q.where('id', '=', id!))
    .$if(id === undefined, (q) => q.where('status', '=', 'failed').where('created_at', '>=', since))
    .orderBy('id')
    .limit(limit)
    .execute()

/** These jobs tell of them now. */
export const setJobs = (db: Db, jobs: { id: number; event_id: number }[]) =>
  db
    .updateTable('plugin_deliveries')
    .set((eb) => ({
      job_id: eb
        .selectFrom('jobs')
        .select((inner) => inner.fn.max('jobs.id').as('id'))
        .where(
          'jobs.id',
          'in',
          jobs.map(({ id }) => id),
        )
        .whereRef('jobs.event_id', '=', 'plugin_deliveries.due_event_id') as never,
    }))
    .where(
      'due_event_id',
      'in',
      jobs.map(({ event_id }) => event_id),
    )
    .execute()

const OLD_AT_ONCE = 1000

export const deleteDeliveriesBefore = async (db: Db, time: number) => {
  const old = db.selectFrom('plugin_deliveries').select('id').where('created_at', '<', time).orderBy('created_at')
  const { numDeletedRows } = await db
    .deleteFrom('plugin_deliveries')
    .where('id', 'in', old.limit(OLD_AT_ONCE))
    .executeTakeFirstOrThrow()
  return { isAll: Number(numDeletedRows) < OLD_AT_ONCE }
}

/** Of each plugin all but the latest ones, so many at most. */
export const deleteDeliveriesBeyond = async (db: Db, most: number) => {
  const numbered = db
    .selectFrom('plugin_deliveries')
    .select((eb) => [
      'id',
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('plugin').orderBy('id', 'desc'))
        .as('place'),
    ])
    .as('numbered')
  const { numDeletedRows } = await db
    .deleteFrom('plugin_deliveries')
    .where('id', 'in', (eb) => eb.selectFrom(numbered).select('id').where('place', '>', most).limit(OLD_AT_ONCE))
    .executeTakeFirstOrThrow()
  return { isAll: Number(numDeletedRows) < OLD_AT_ONCE }
}

export const deleteDeliveriesOf = (db: Db, plugin: string) =>
  db.deleteFrom('plugin_deliveries').where('plugin', '=', plugin).execute()
