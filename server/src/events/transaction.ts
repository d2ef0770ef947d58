import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { REPEAT_SECONDS } from '@askwell/contract/limits.ts'
import { isCollision, isDuplicate } from '../db/dialect.ts'
import type { Database } from '../db/connect.ts'
import type { PubSub } from '../db/pub-sub.ts'
import type { Clock } from '../lib/clock.ts'
import { jobKind } from './jobs.ts'
import type { App, Effect, EffectsTable, EventName, EmittedEvent, Fact, Tx } from './events.ts'
import { reauthorize, noteWritten } from './re-authorization.ts'
import { findRepeat, insertEvent, insertJobs, insertRepeat } from './queries.ts'

const TRIES = 20

interface Needs {
  database: Database
  pubSub: PubSub
  effects: EffectsTable
  clock: Clock
  afterCommit: (happened: EmittedEvent[]) => void
  /** Plugins that want to hear of an event. */
  hearersOf: (event: EventName) => readonly string[]
}

const sharedOf = ({ actor_id, object_type, object_id, question_id }: Fact) => ({
  actor_id,
  object_type,
  object_id,
  question_id,
})

/** Lets this many work at once; the others wait here in order, however long it takes. */
const atMost = (limit: number) => {
  const waiting: (() => void)[] = []
  let working = 0
  const enter = async <T>(work: () => Promise<T>): Promise<T> => {
    if (working < limit) working++
    else await new Promise<void>((resume) => waiting.push(resume)) // a call that ends passes its place on
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working--
    }
  }
  return { enter, length: () => waiting.length }
}

/** SQLite answers at once, so a long run of transactions, such as a job's, would never give timers, sockets and signals a turn. */
const TURN_MS = 15

const taking = () => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN_MS) return
    await new Promise(setImmediate)
    began = performance.now()
  }
}

export const createTransactions = ({ database, pubSub, effects, clock, afterCommit, hearersOf }: Needs) => {
  const inside = new AsyncLocalStorage<true>()
  const queue = atMost(database.transactionsAtOnce)
  const letOthersIn = taking()

  const attempt = <T>(work: (tx: Tx) => Promise<T>, happened: EmittedEvent[]) =>
    database.write.transaction().execute((db) =>
      inside.run(true, async () => {
        await reauthorize(db)
        const tx: Tx = {
          db,
          now: () => clock.now(),
          async emit(name, fact, due = clock.now()) {
            happened.push({ name, fact })
            if (name === 'notifications.changed') return
            const event_id = await insertEvent(db, name, fact, clock.now())
            const { now, later } = effects[name] as { now: Effect<EventName>[]; later: object }
            for (const effect of now) await effect(tx, fact)
            const jobs = Object.keys(later)
            if (jobs.length)
              await insertJobs(
                db,
                jobs.map((job) => ({
                  effect: jobKind(name, job),
                  event_id,
                  payload: JSON.stringify(fact),
                  run_at: due,
                })),
              )
            for (const plugin of hearersOf(name))
              await tx.emit('plugin.event_due', { ...sharedOf(fact), plugin, event: name, event_id, at: clock.now() })
          },
        }
        const result = await work(tx)
        if (happened.length)
          await pubSub.publish(
            db,
            happened.map(({ name, fact }) => ({
              name,
              fact: { ...sharedOf(fact), user_ids: fact.user_ids, network: fact.network },
            })),
          )
        return result
      }),
    )

  const transaction: App['transaction'] = async (work) => {
    if (inside.getStore()) throw new Error('a transaction inside a transaction: pass `tx` on instead')
    await letOthersIn()
    for (let tries = 1; ; tries++) {
      const happened: EmittedEvent[] = []
      try {
        const result = await queue.enter(() => attempt(work, happened))
        noteWritten()
        if (happened.length) afterCommit(happened)
        return result
      } catch (error) {
        if (!isCollision(error) || tries === TRIES) throw error
        await new Promise((resume) => setTimeout(resume, Math.random() * 10 * tries))
      }
    }
  }

  const once: App['idempotent'] = async <T>(call: Parameters<App['idempotent']>[0], work: (tx: Tx) => Promise<T>) => {
    const hash = createHash('sha256')
      .update(JSON.stringify([call.actor_id, call.what, call.body]))
      .digest('hex')
    const run = () =>
      transaction(async (tx) => {
        const before = await findRepeat(tx.db, hash, tx.now() - REPEAT_SECONDS)
        if (before !== undefined) return JSON.parse(before) as T
        const result = await work(tx)
        await insertRepeat(tx.db, hash, JSON.stringify(result), tx.now(), tx.now() - REPEAT_SECONDS)
        return result
      })
    try {
      return await run()
    } catch (error) {
      // On PostgreSQL its twin was faster and has committed: now it is found.
      if (isDuplicate(error)) return run()
      throw error
    }
  }

  /** The read connection, which throws inside a transaction. */
  const reading = () => {
    if (inside.getStore())
      throw new Error(
        'inside a transaction use tx.db: on SQLite the outer db would wait for ever, or not see what was written',
      )
    return database.read
  }

  return { transaction, once, reading, waiting: queue.length }
}
