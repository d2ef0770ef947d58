import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from './connect.ts'
import { type Db, isPostgres } from './dialect.ts'

const CHANNEL = 'askwell'
const RUNNING = 'askwell running'
const RETRY_MS = 1000
/** PostgreSQL takes 8000 bytes at once. */
const LONGEST = 7500

/** Several processes on one PostgreSQL tell each other what they changed, so that no cache is out of date. On SQLite there is only one. */
export interface PubSub {
  /** Inside the transaction: it is delivered when, and only if, that commits. */
  publish(db: Db, said: unknown): Promise<void>
  /** From then on every message is received; `missed` says that some may have been lost. */
  subscribe(heard: (said: unknown) => void, missed: () => void): Promise<void>
  close(): Promise<void>
}

const alone: PubSub = { publish: async () => {}, subscribe: async () => {}, close: async () => {} }

/** `said` is left out if it was too long to send. */
interface Message {
  self: string
  said?: unknown
}

export const createPubSub = (database: Database): PubSub => {
  if (database.engine === 'sqlite') return alone
  const self = randomUUID()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const connect = async (heard: (said: unknown) => void, missed: () => void, isFirst: boolean) => {
    const line = new pg.Client({ connectionString: database.url, keepAlive: true })
    client = line
    const again = () => {
      if (line !== client || closed) return
      client = undefined
      line.end().catch(() => {})
      retry = setTimeout(() => void connect(heard, missed, false), RETRY_MS).unref()
    }
    line.on('error', again)
    line.on('end', again)
    line.on('notification', ({ payload }) => {
      const { self: from, said } = JSON.parse(payload!) as Message
      if (from === self) return
      if (said === undefined) missed()
      else heard(said)
    })
    try {
      await line.connect()
      await line.query(`select pg_advisory_lock_shared(hashtext('${RUNNING}'))`) // ends with the connection: the sign that a process is at work here
      await line.query(`listen ${CHANNEL}`)
      if (!isFirst) missed() // what was said while there was no line
    } catch {
      again()
    }
  }

  return {
    async publish(db, said) {
      const whole = JSON.stringify({ self, said } satisfies Message)
      const payload = Buffer.byteLength(whole) > LONGEST ? JSON.stringify({ self } satisfies Message) : whole
      await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db)
    },
    subscribe: (heard, missed) => connect(heard, missed, true),
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

/** A database on PostgreSQL for one process alone; undefined while others are at work in it. They can't begin until it is released. */
export const occupyDatabase = async (url: string) => {
  const line = new pg.Client({ connectionString: url })
  line.on('error', () => {})
  await line.connect()
  const { rows } = await line.query<{ alone: boolean }>(`select pg_try_advisory_lock(hashtext('${RUNNING}')) as alone`)
  if (rows[0]!.alone) return { release: () => line.end() }
  await line.end()
  return undefined
}

/**
 * Long work that one process at a time does: undefined while another is at it. Nothing has to expire, for PostgreSQL releases it together with the
 * connection, however a process ends. On SQLite no second process writes.
 */
export const occupyWork = async (
  { engine, databaseUrl }: { engine: Database['engine']; databaseUrl: string },
  name: string,
) => {
  if (engine === 'sqlite') return { release: async () => {} }
  const line = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  line.on('error', () => {})
  await line.connect()
  const { rows } = await line.query<{ free: boolean }>('select pg_try_advisory_lock(hashtext($1)) as free', [name])
  if (rows[0]!.free) return { release: () => line.end() }
  await line.end()
  return undefined
}

/** How many processes are at work in the database. */
export const countProcesses = async (db: Db) => {
  if (!isPostgres(db)) return 1
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks where locktype = 'advisory'
    and mode = 'ShareLock' and granted and objid = (hashtext(${RUNNING})::bigint & 4294967295)
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]!.n
}
