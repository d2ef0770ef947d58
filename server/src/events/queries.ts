import { type Db, skippingLocked } from '../db/dialect.ts'
import { NEVER } from '../lib/clock.ts'
import type { EventName, Events } from './events.ts'

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
    .values(jobs.map((job) => ({ ...job, attempts: 0, locked_until: 0 })))
    .execute()

export const hasJob = async (db: Db, effect: string) =>
  Boolean(await db.selectFrom('jobs').select('id').where('effect', '=', effect).executeTakeFirst())

/** Takes due jobs for a while, oldest first; if this process dies, the lease runs out and another takes them. */
export const claimJobs = async (db: Db, now: number) => {
  const taken = await db
    .updateTable('jobs')
    .set((eb) => ({ locked_until: now + LEASE, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('jobs')
        .select('id')
        .where('run_at', '<=', now)
        .where('locked_until', '<=', now)
        .orderBy('run_at')
        .orderBy('id')
        .limit(BATCH)
        .$call(skippingLocked(db) as never),
    )
    .returning(['id', 'effect', 'payload', 'attempts'])
    .execute()
  return taken.sort((a, b) => a.id - b.id) // `returning` keeps no order
}

export const deleteJob = (db: Db, id: number) => db.deleteFrom('jobs').where('id', '=', id).execute()

export const putBack = (db: Db, id: number, next: { run_at: number; attempts: number; last_error: string }) =>
  db
    .updateTable('jobs')
    .set({ ...next, locked_until: 0 })
    .where('id', '=', id)
    .execute()

/** Taken, but not begun. */
export const release = (db: Db, ids: number[]) =>
  db
    .updateTable('jobs')
    .set((eb) => ({ locked_until: 0, attempts: eb('attempts', '-', 1) }))
    .where('id', 'in', ids)
    .execute()

/** The process that took them is gone. */
export const releaseAll = (db: Db) =>
  db.updateTable('jobs').set({ locked_until: 0 }).where('locked_until', '>', 0).execute()

/** Times that only a wrong clock can have set: nobody holds a job for longer, and no retry is so far away. */
export const resetFarTimes = async (db: Db, now: number, farthest: number) => {
  await db
    .updateTable('jobs')
    .set({ locked_until: 0 })
    .where('locked_until', '>', now + LEASE)
    .execute()
  await db
    .updateTable('jobs')
    .set({ run_at: now })
    .where('event_id', '>', 0)
    .where('run_at', '>', now + farthest)
    .where('run_at', '<', NEVER)
    .execute()
}

/** Not later than this. */
export const advanceJob = (db: Db, effect: string, run_at: number) =>
  db.updateTable('jobs').set({ run_at }).where('effect', '=', effect).where('run_at', '>', run_at).execute()

/** Given up once; an admin who asks for another try has perhaps removed the cause. */
export const retryJobs = (db: Db, ids: number[], now: number) =>
  db.updateTable('jobs').set({ run_at: now, attempts: 0, locked_until: 0 }).where('id', 'in', ids).execute()

export const nextDue = async (db: Db) =>
  (
    await db
      .selectFrom('jobs')
      .select((eb) => eb.fn.min('run_at').as('at'))
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
