import { type Db, skippingLocked } from '../db/dialect.ts'
import type { EventName, Events } from './events.ts'

/** Seconds that a process has for the jobs it took. */
export const LEASE = 120
const BATCH = 20

export const insertEvent = async (db: Db, name: EventName, fact: Events[EventName], now: number) => {
  const { actor_id, object_type, object_id, question_id, ...rest } = fact
  const { id } = await db.insertInto('events')
    .values({ type: name, actor_id, object_type, object_id, question_id, payload: JSON.stringify(rest), created_at: now })
    .returning('id').executeTakeFirstOrThrow()
  return id
}

export const insertJobs = (db: Db, jobs: { effect: string; event_id: number; payload: string; run_at: number }[]) =>
  db.insertInto('jobs').values(jobs.map((job) => ({ ...job, attempts: 0, locked_until: 0 }))).execute()

export const hasJob = async (db: Db, effect: string) =>
  Boolean(await db.selectFrom('jobs').select('id').where('effect', '=', effect).executeTakeFirst())

/** Takes due jobs for a while, oldest first; if this process dies, the lease runs out and another takes them. */
export const claimJobs = async (db: Db, now: number) => {
  const taken = await db.updateTable('jobs').set((eb) => ({ locked_until: now + LEASE, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) => eb.selectFrom('jobs').select('id').where('run_at', '<=', now).where('locked_until', '<=', now)
      .orderBy('run_at').orderBy('id').limit(BATCH).$call(skippingLocked(db) as never))
    .returning(['id', 'effect', 'payload', 'attempts']).execute()
  return taken.sort((a, b) => a.id - b.id) // `returning` keeps no order
}

export const deleteJob = (db: Db, id: number) => db.deleteFrom('jobs').where('id', '=', id).execute()

export const putBack = (db: Db, id: number, next: { run_at: number; attempts: number; last_error: string }) =>
  db.updateTable('jobs').set({ ...next, locked_until: 0 }).where('id', '=', id).execute()

/** Taken, but not begun. */
export const release = (db: Db, ids: number[]) =>
  db.updateTable('jobs').set((eb) => ({ locked_until: 0, attempts: eb('attempts', '-', 1) })).where('id', 'in', ids).execute()

export const nextDue = async (db: Db) => (await db.selectFrom('jobs').select((eb) => eb.fn.min('run_at').as('at')).executeTakeFirst())?.at ?? null

export const findRepeat = async (db: Db, call_hash: string, since: number) =>
  (await db.selectFrom('repeats').select('result').where('call_hash', '=', call_hash).where('created_at', '>', since).executeTakeFirst())?.result

/** Takes the place of a reply that is too old to stand, never of one that a twin has just given: with that it collides. */
export const insertRepeat = async (db: Db, call_hash: string, result: string, now: number, since: number) => {
  await db.deleteFrom('repeats').where('call_hash', '=', call_hash).where('created_at', '<=', since).execute()
  await db.insertInto('repeats').values({ call_hash, result, created_at: now }).execute()
}

export const deleteRepeatsBefore = (db: Db, time: number) => db.deleteFrom('repeats').where('created_at', '<', time).execute()
