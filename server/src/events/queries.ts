import { type Db, skippingLocked } from '../db/dialect.ts'
import { isFailed } from '../db/failed-jobs.ts'
import { NEVER } from '../lib/clock.ts'
import type { EventName, Events } from './events.ts'
import { type Lane, laneOf } from './lanes.ts'

/** Seconds that a process has for the jobs it has taken. */
export const LEASE = 120
const BATCH = 20

export const insertEvent = async (db: Db, name: EventName, fact: Events[EventName], now: number) => {
  const { actor_id, object_type, object_id, question_id, ...rest } = fact
  const { id } = await db
    .insertInto('events')
    .values({
      type: name,
      actor_id,
      object_type,
      object_id,
      question_id,
      payload: JSON.stringify(rest),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const insertJobs = (db: Db, jobs: { effect: string; event_id: number; payload: string; run_at: number }[]) =>
  db
    .insertInto('jobs')
    .values(jobs.map((job) => ({ ...job, lane: laneOf(job.effect), attempts: 0, locked_until: 0 })))
    .returning(['id', 'event_id'])
    .execute()

/** A job for an event of long ago, as it was then. */
export const insertJobAgain = async (
  db: Db,
  job: { effect: string; event_id: number; payload: string; run_at: number },
) =>
  (
    await db
      .insertInto('jobs')
      .values({ ...job, lane: laneOf(job.effect), attempts: 0, locked_until: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** What an event said, as its jobs get it. */
export const findFact = async (db: Db, event_id: number) => {
  const event = await db.selectFrom('events').selectAll().where('id', '=', event_id).executeTakeFirst()
  if (!event) return undefined
  const { type, payload, actor_id, object_type, object_id, question_id } = event
  const rest = JSON.parse(payload) as Record<string, unknown>
  return { type, rest, fact: { ...rest, actor_id, object_type, object_id, question_id } }
}

/** The same of many events; those that are gone are left out. */
export const listFacts = async (db: Db, event_ids: readonly number[]) => {
  if (!event_ids.length) return []
  const rows = await db.selectFrom('events').selectAll().where('id', 'in', event_ids).orderBy('id').execute()
  return rows.map(({ id, payload, actor_id, object_type, object_id, question_id }) => ({
    id,
    fact: { ...(JSON.parse(payload) as Record<string, unknown>), actor_id, object_type, object_id, question_id },
  }))
}

/** Those of these jobs that aren't done yet. */
export const listUndone = async (db: Db, ids: readonly number[]) => {
  const rows = await db.selectFrom('jobs').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

export const isJob = async (db: Db, id: number) =>
  Boolean(await db.selectFrom('jobs').select('id').where('id', '=', id).executeTakeFirst())

export const hasJob = async (db: Db, effect: string) =>
  Boolean(await db.selectFrom('jobs').select('id').where('effect', '=', effect).executeTakeFirst())

/** Takes due jobs for a while, oldest first; if this process dies, the lease runs out and another takes them. */
export const claimJobs = async (db: Db, lane: Lane, now: number) => {
  const taken = await db
    .updateTable('jobs')
    .set((eb) => ({ locked_until: now + LEASE, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('jobs')
        .select('id')
        .where('lane', '=', lane)
        .where('run_at', '<=', now)
        .where('locked_until', '<=', now)
        .orderBy('run_at')
        .orderBy('id')
        .limit(BATCH)
        .$call(skippingLocked(db) as never),
    )
    .returning(['id', 'effect', 'payload', 'attempts', 'locked_until'])
    .execute()
  return taken.sort((a, b) => a.id - b.id) // `returning` keeps no order
}

/** A job with the lease it was taken with. Each later lease of it ends later, so whoever has lost it to another process changes nothing. */
interface Lease {
  id: number
  locked_until: number
}

/** @returns false where another process has taken it over. */
export const renewLease = async (db: Db, { id, locked_until }: Lease, until: number) =>
  (
    await db
      .updateTable('jobs')
      .set({ locked_until: until })
      .where('id', '=', id)
      .where('locked_until', '=', locked_until)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const deleteJob = (db: Db, { id, locked_until }: Lease) =>
  db.deleteFrom('jobs').where('id', '=', id).where('locked_until', '=', locked_until).execute()

export const putBack = (
  db: Db,
  { id, locked_until }: Lease,
  next: { run_at: number; attempts: number; last_error: string },
) =>
  db
    .updateTable('jobs')
    .set({ ...next, locked_until: 0 })
    .where('id', '=', id)
    .where('locked_until', '=', locked_until)
    .execute()

/** Taken together, but not begun. */
export const release = (db: Db, jobs: Lease[]) =>
  db
    .updateTable('jobs')
    .set((eb) => ({ locked_until: 0, attempts: eb('attempts', '-', 1) }))
    .where(
      'id',
      'in',
      jobs.map(({ id }) => id),
    )
    .where('locked_until', '=', jobs[0]!.locked_until)
    .execute()

/** Leases that end too late to be true. */
export const releaseByIds = (db: Db, ids: number[]) =>
  db.updateTable('jobs').set({ locked_until: 0 }).where('id', 'in', ids).execute()

/** The process that took them is gone. */
export const releaseAll = (db: Db, lane: Lane) =>
  db.updateTable('jobs').set({ locked_until: 0 }).where('lane', '=', lane).where('locked_until', '>', 0).execute()

/** Times that only a wrong clock can have set: nobody holds a job for longer, no retry is so far away, and nothing is put off for so long. */
export const resetFarTimes = async (db: Db, now: number, { retry, first }: { retry: number; first: number }) => {
  await db
    .updateTable('jobs')
    .set({ locked_until: 0 })
    .where('locked_until', '>', now + LEASE)
    .execute()
  await db
    .updateTable('jobs')
    .set({ run_at: now })
    .where('event_id', '>', 0)
    .where((eb) =>
      eb.or([
        eb.and([eb('attempts', '>', 0), eb('run_at', '>', now + retry)]),
        eb.and([eb('attempts', '=', 0), eb('run_at', '>', now + first)]),
        // Nobody has put it off: it was due as it happened.
        eb.and([
          eb('attempts', '=', 0),
          eb('run_at', '>', now + retry),
          eb.exists((inner) =>
            inner
              .selectFrom('events')
              .select('events.id')
              .whereRef('events.id', '=', 'jobs.event_id')
              .whereRef('events.created_at', '>=', 'jobs.run_at'),
          ),
        ]),
      ]),
    )
    .where('run_at', '<', NEVER)
    .execute()
}

/** Not later than this. */
export const advanceJob = (db: Db, effect: string, run_at: number) =>
  db.updateTable('jobs').set({ run_at }).where('effect', '=', effect).where('run_at', '>', run_at).execute()

/** Given up once; an admin who asks for another try has perhaps removed the cause. */
export const retryJobs = (db: Db, ids: number[], now: number) =>
  db.updateTable('jobs').set({ run_at: now, attempts: 0, locked_until: 0 }).where('id', 'in', ids).execute()

/** The same, but for those that run just now. @returns their number. */
export const retryWaiting = async (db: Db, ids: readonly number[], now: number) => {
  if (!ids.length) return 0
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ run_at: now, attempts: 0, locked_until: 0 })
    .where('id', 'in', ids)
    .where('locked_until', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Jobs of this effect that nobody tries any more, the oldest first. */
export const listGivenUp = (db: Db, effect: string, limit: number) =>
  db
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where('lane', '=', laneOf(effect))
    .where('effect', '=', effect)
    .where('run_at', '=', NEVER)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Done in another way, unless an admin has asked for another try meanwhile. */
export const deleteGivenUp = (db: Db, id: number) =>
  db.deleteFrom('jobs').where('id', '=', id).where('run_at', '=', NEVER).execute()

/** Jobs of these effects that were tried in vain, however many there are. @returns their number. */
export const retryFailed = async (db: Db, effects: string[], now: number) =>
  Number(
    (
      await db
        .updateTable('jobs')
        .set({ run_at: now, attempts: 0, locked_until: 0 })
        .where(isFailed(effects))
        .executeTakeFirstOrThrow()
    ).numUpdatedRows,
  )

export const nextDue = async (db: Db, lane: Lane) =>
  (
    await db
      .selectFrom('jobs')
      .select((eb) => eb.fn.min('run_at').as('at'))
      .where('lane', '=', lane)
      .executeTakeFirst()
  )?.at ?? null

/** How many jobs are due, waiting for their time, or given up after too many tries; and how long the oldest has been due. */
export const countJobs = async (db: Db, now: number) => {
  const { due, later, stuck, oldest } = await db
    .selectFrom('jobs')
    .select((eb) => [
      eb.fn.sum<number | null>(eb.case().when('run_at', '<=', now).then(1).else(0).end()).as('due'),
      eb.fn
        .sum<number | null>(
          eb
            .case()
            .when(eb.and([eb('run_at', '>', now), eb('run_at', '<', NEVER)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('later'),
      eb.fn.sum<number | null>(eb.case().when('run_at', '>=', NEVER).then(1).else(0).end()).as('stuck'),
      eb.fn.min('run_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  return { due: due ?? 0, later: later ?? 0, stuck: stuck ?? 0, oldest: due ? now - oldest : 0 }
}

export const findRepeat = async (db: Db, call_hash: string, since: number) =>
  (
    await db
      .selectFrom('idempotency_keys')
      .select('result')
      .where('call_hash', '=', call_hash)
      .where('created_at', '>', since)
      .executeTakeFirst()
  )?.result

/** Replaces a reply that is too old to be repeated, never one that a simultaneous twin has just stored: with that it collides. */
export const insertRepeat = async (db: Db, call_hash: string, result: string, now: number, since: number) => {
  await db.deleteFrom('idempotency_keys').where('call_hash', '=', call_hash).where('created_at', '<=', since).execute()
  await db.insertInto('idempotency_keys').values({ call_hash, result, created_at: now }).execute()
}

export const deleteRepeatsBefore = (db: Db, time: number) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<', time).execute()

/** Events of e-mails to a deleted member name the address, so it is removed; e-mails that couldn't be sent yet are never sent. */
export const deleteMailJobsTo = async (db: Db, user_id: number) => {
  const mails = db
    .selectFrom('events')
    .select('id')
    .where('object_type', '=', 'user')
    .where('object_id', '=', user_id)
    .where('type', 'in', ['code.requested', 'binding.requested', 'email.requested'])
  await db.deleteFrom('jobs').where('event_id', 'in', mails).execute()
  await db.updateTable('events').set({ payload: '{}' }).where('id', 'in', mails).execute()
}
