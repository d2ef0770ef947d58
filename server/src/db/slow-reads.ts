import { Worker } from 'node:worker_threads'
import { type CompiledQuery, sql } from 'kysely'
import { AppError } from '../lib/errors.ts'
import { type Db, isPostgres } from './dialect.ts'

/** How long a read that could be slow may take, and how long an idle thread is kept. */
const LIMIT_MS = 3000
const IDLE_MS = 15_000
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

interface Ask {
  query: CompiledQuery
  resolve: (rows: unknown[]) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}
type ThreadReply = { rows: unknown[] } | { problem: string }

/** SQLite works on the thread that asks, so a slow query there would stop the whole site: this one has a thread and a connection of its own. */
const createThread = (path: string) => {
  const queue: Ask[] = []
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const stop = () => {
    void worker?.terminate()
    worker = undefined
  }
  const start = () => {
    const started = new Worker(new URL('./slow-reads-thread.ts', import.meta.url), { workerData: { path } })
    started.unref()
    started.on('message', (told: ThreadReply) => {
      if (started === worker)
        finish((ask) => ('rows' in told ? ask.resolve(told.rows) : ask.reject(new Error(told.problem))))
    })
    const died = (error: Error) => {
      if (started !== worker) return
      worker = undefined
      finish((ask) => ask.reject(error))
    }
    started.on('error', (error) => died(error as Error))
    started.on('exit', () => died(new Error('the thread that reads has ended')))
    return started
  }
  /** One at a time, so that the slow one can be told from those that only wait behind it. */
  const next = () => {
    clearTimeout(idle)
    const [ask] = queue
    if (ask) (worker ??= start()).postMessage({ sql: ask.query.sql, parameters: ask.query.parameters })
    else idle = setTimeout(stop, IDLE_MS).unref()
  }
  const finish = (settle: (ask: Ask) => void) => {
    const ask = queue.shift()
    if (ask) {
      clearTimeout(ask.timer)
      settle(ask)
    }
    next()
  }
  const giveUp = (ask: Ask) => {
    const place = queue.indexOf(ask)
    if (place < 0) return
    queue.splice(place, 1)
    ask.reject(new TookTooLong())
    if (place > 0) return
    stop()
    next()
  }

  return (query: CompiledQuery, limit: number) =>
    new Promise<unknown[]>((resolve, reject) => {
      const ask: Ask = { query, resolve, reject, timer: setTimeout(() => giveUp(ask), limit) }
      if (queue.push(ask) === 1) next()
    })
}

const threads = new WeakMap<Db, ReturnType<typeof createThread>>()

const threadOf = async (db: Db) => {
  const kept = threads.get(db)
  if (kept) return kept
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  if (!threads.has(db)) threads.set(db, createThread(rows[0]!.file))
  return threads.get(db)!
}

/** Runs a read that could be slow: nobody else waits for it, and after its time it is aborted with `TookTooLong`. */
export const slowRead = async <T>(db: Db, query: CompiledQuery<T>, limit = LIMIT_MS): Promise<T[]> => {
  if (!isPostgres(db)) return (await (await threadOf(db))(query, limit)) as T[]
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(limit)}`.execute(tx)
      return (await tx.executeQuery<T>(query)).rows
    })
  } catch (error) {
    throw (error as { code?: string }).code === CANCELLED ? new TookTooLong() : error
  }
}
