import { Worker } from 'node:worker_threads'
import { type CompiledQuery, sql } from 'kysely'
import { createQueue } from '../lib/bounded-queue.ts'
import { outsideSlot } from '../lib/concurrency-slot.ts'
import { currentRequest } from '../lib/current-request.ts'
import { AppError } from '../lib/errors.ts'
import { type Db, isPostgres } from './dialect.ts'
import type { OnQuery } from './node-sqlite.ts'

/** How long a read that could be slow may take, and how long an idle thread stays. */
const LIMIT_MS = 3000
const IDLE_MS = 15_000
/** Its start doesn't count: where processors have little time, that alone can take longer. */
const START_MS = 20_000
const CANCELLED = '57014'

const AGAIN_SECONDS = 10

/** The read was given up: the database is too busy just now, or the query asked for too much. */
export class TookTooLong extends AppError {
  constructor() {
    super('too-many', 'base.too_many_requests', {
      values: { seconds: AGAIN_SECONDS },
      data: { retry_after: AGAIN_SECONDS },
    })
  }
}

interface Read {
  rows: unknown[]
  /** How long the database took, without waiting for others. */
  ms: number
}

/** What a read may take, and whether it compares vectors. */
export interface SlowRead {
  limit?: number
  vectors?: boolean
}

interface Ask {
  limit: number
  resolve: (reply: Read) => void
  reject: (error: Error) => void
  timer?: NodeJS.Timeout
}
type ThreadReply = { isReady: true } | Read | { problem: string }

/** SQLite works on the thread that asks, so a slow query there would stop the whole site: this one has a thread and a connection of its own, for one read at a time. */
const createThread = (path: string) => {
  let worker: Worker | undefined
  let isReady = false
  let asked: Ask | undefined
  let idle: NodeJS.Timeout | undefined

  const stop = () => {
    void worker?.terminate()
    worker = undefined
  }
  const finish = (settle: (ask: Ask) => void) => {
    if (!asked) return
    const ask = asked
    asked = undefined
    clearTimeout(ask.timer)
    idle = setTimeout(stop, IDLE_MS).unref()
    settle(ask)
  }
  const giveUpIn = (ask: Ask, ms: number) => {
    clearTimeout(ask.timer)
    ask.timer = setTimeout(() => {
      stop()
      finish(({ reject }) => reject(new TookTooLong()))
    }, ms)
  }
  const start = () => {
    const started = new Worker(new URL('./slow-reads-thread.ts', import.meta.url), { workerData: { path } })
    started.on('message', (told: ThreadReply) => {
      if (started !== worker) return
      if ('isReady' in told) {
        isReady = true
        if (asked) giveUpIn(asked, asked.limit)
      } else finish((ask) => ('rows' in told ? ask.resolve(told) : ask.reject(new Error(told.problem))))
    })
    const died = (error: Error) => {
      if (started !== worker) return
      worker = undefined
      finish((ask) => ask.reject(error))
    }
    started.on('error', (error) => died(error as Error))
    started.on('exit', () => died(new Error('the thread that reads has ended')))
    started.unref() // listening to it has the process wait for it
    isReady = false
    return started
  }

  return (query: CompiledQuery, { limit, vectors }: Required<SlowRead>) =>
    new Promise<Read>((resolve, reject) => {
      clearTimeout(idle)
      worker ??= start()
      worker.postMessage({ sql: query.sql, parameters: query.parameters, vectors })
      asked = { limit, resolve, reject }
      giveUpIn(asked, isReady ? limit : START_MS)
    })
}

const threads = new WeakMap<Db, ReturnType<typeof createThread>>()

const threadOf = async (db: Db) => {
  const cached = threads.get(db)
  if (cached) return cached
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  if (!threads.has(db)) threads.set(db, createThread(rows[0]!.file))
  return threads.get(db)!
}

const listeners = new WeakMap<Db, OnQuery>()
/** Reads on the thread of their own are reported, too. PostgreSQL's go through the pool, which reports them. */
export const reportSlowReads = (db: Db, onQuery: OnQuery) => void listeners.set(db, onQuery)

const readOnThread = async <T>(db: Db, query: CompiledQuery<T>, wanted: Required<SlowRead>) => {
  const report = (ms: number) => listeners.get(db)?.({ sql: query.sql, ms })
  try {
    const { rows, ms } = await (await threadOf(db))(query, wanted)
    report(ms)
    return rows as T[]
  } catch (error) {
    if (error instanceof TookTooLong) report(wanted.limit)
    throw error
  }
}

/** So many of the nearest vectors can be asked of an index. */
export const NEAREST = 400

const readOnServer = async <T>(db: Db, query: CompiledQuery<T>, { limit, vectors }: Required<SlowRead>) => {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(limit)}`.execute(tx)
      if (vectors) await sql`set local hnsw.ef_search = ${sql.lit(NEAREST)}`.execute(tx)
      return (await tx.executeQuery<T>(query)).rows
    })
  } catch (error) {
    throw (error as { code?: string }).code === CANCELLED ? new TookTooLong() : error
  }
}

/** PostgreSQL has more processors than SQLite's one thread, but most connections are for everything else. */
const AT_ONCE = { sqlite: 1, postgres: 4 }
/** So many wait; of one network they are those who are turned away first. */
const WAITING = 200

const turns = new WeakMap<Db, ReturnType<typeof createQueue>>()
const turnsOf = (db: Db) => {
  const cached = turns.get(db)
  if (cached) return cached
  const atOnce = AT_ONCE[isPostgres(db) ? 'postgres' : 'sqlite']
  const queue = createQueue({ atOnce, waiting: WAITING, waitMs: LIMIT_MS, share: Math.max(1, atOnce - 1) })
  turns.set(db, queue)
  return queue
}

/**
 * Runs a read that could be slow: nothing else waits for it, and after its time it is aborted with `TookTooLong`.
 * Networks take turns, so that one that asks for a hundred of them keeps nobody else from asking for one.
 */
export const slowRead = <T>(
  db: Db,
  query: CompiledQuery<T>,
  { limit = LIMIT_MS, vectors = false }: SlowRead = {},
): Promise<T[]> =>
  outsideSlot(() =>
    turnsOf(db).run(() => (isPostgres(db) ? readOnServer : readOnThread)(db, query, { limit, vectors }), {
      patient: currentRequest() === undefined,
    }),
  )
