import { DatabaseSync } from 'node:sqlite'
import { dirname, join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { makeFolder, realPath, sqliteAddress, sqliteFile } from '../lib/folders.ts'
import type { Db } from './dialect.ts'
import { NodeSqlite, type OnQuery } from './node-sqlite.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'
import { reportSlowReads } from './slow-reads.ts'
import type { DB } from './tables.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** Separate connections for reading and writing: on SQLite a read must not wait for, or see, another call's open transaction. */
export interface Database {
  engine: 'sqlite' | 'postgres'
  url: string
  read: Db
  write: Db
  /** One on SQLite, which has one writer; on PostgreSQL fewer than there are connections, so that some are left for reads. */
  transactionsAtOnce: number
  /** Connections to a database server: how many are open and idle, and how many calls wait for one. */
  connections(): Record<string, number>
  close(): Promise<void>
}

/** Our queries are short and their indexes in memory. JIT compilation, and a high cost for index lookups, made lists up to twelve times slower. */
const PLANNER = '-c jit=off -c random_page_cost=1.1'
/** Of one process; PostgreSQL allows 100 to all by default. */
const CONNECTIONS = 16
/** For the server to answer, or for a connection to be free. */
const WAIT_MS = 20_000
/** How long an unused connection stays open: a new one is a new process of PostgreSQL, which first reads its catalog. */
const IDLE_MS = 120_000

const openSqlite = (path: string, onQuery?: OnQuery): Database => {
  makeFolder(dirname(path))
  const write = new Kysely<DB>({ dialect: nodeSqliteDialect(new NodeSqlite(path, { readOnly: false, onQuery })) })
  const read = new Kysely<DB>({ dialect: nodeSqliteDialect(new NodeSqlite(path, { readOnly: true, onQuery })) })
  if (onQuery) reportSlowReads(read, onQuery)
  return {
    engine: 'sqlite',
    url: sqliteAddress(path),
    read,
    write,
    transactionsAtOnce: 1,
    connections: () => ({}),
    close: async () => {
      await read.destroy()
      await write.destroy()
    },
  }
}

/** Connections break. Idle ones are replaced at the next query, and a query on a broken one gets the error itself; without listeners either would end the process. */
const createPool = (config: pg.PoolConfig) => {
  const pool = new pg.Pool({ connectionTimeoutMillis: WAIT_MS, idleTimeoutMillis: IDLE_MS, keepAlive: true, ...config })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const openPostgres = (url: string, onQuery?: OnQuery): Database => {
  const pool = createPool({ connectionString: url, max: CONNECTIONS, options: PLANNER })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery && { log: ({ query, queryDurationMillis }) => onQuery({ sql: query.sql, ms: queryDurationMillis }) }),
  })
  return {
    engine: 'postgres',
    url,
    read: db,
    write: db,
    transactionsAtOnce: CONNECTIONS - 3,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  }
}

export const connect = (url: string, onQuery?: OnQuery) => {
  const file = sqliteFile(url)
  return file === undefined ? openPostgres(url, onQuery) : openSqlite(file, onQuery)
}

/** Read-only, beside the process that writes: works even if another process has locked the folder, and can't change anything. */
export const connectToRead = (url: string) => {
  const file = sqliteFile(url)
  const dialect =
    file === undefined
      ? new PostgresDialect({
          pool: createPool({
            connectionString: url,
            max: 2,
            options: `${PLANNER} -c default_transaction_read_only=on`,
          }),
        })
      : nodeSqliteDialect(new NodeSqlite(file, { readOnly: true }))
  const db = new Kysely<DB>({ dialect })
  return { db, close: () => db.destroy() }
}

/** Printed for the person at the terminal, in one sentence. */
export class FolderInUse extends Error {}

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === 5

/** The lock is the operating system's, so it ends with the process, however that ends. */
const occupy = (file: string, whose: { inUse: string; unusable: string }) => {
  let lock: DatabaseSync | undefined
  try {
    makeFolder(dirname(file))
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('begin exclusive')
    return { release: () => lock!.close() }
  } catch (error) {
    lock?.close()
    throw new FolderInUse(isBusy(error) ? whose.inUse : `${whose.unusable}: ${(error as Error).message}.`)
  }
}

/** Keeps a second process off a data folder. */
export const occupyFolder = (data: string) =>
  occupy(join(data, 'in-use.lock'), {
    inUse: `Another Askwell process is using the folder ${data}; stop it first, or choose another folder with ASKWELL_DATA.`,
    unusable: `The folder ${data} can't be used`,
  })

/** Keeps a second process off a SQLite database, even through another data folder or link. PostgreSQL is made for several. */
export const occupyFile = (url: string) => {
  const path = sqliteFile(url)
  if (path === undefined) return undefined
  return occupy(`${realPath(path)}-lock`, {
    inUse: `Another Askwell process is using the database ${path}; stop it first, or choose another database with ASKWELL_DATABASE.`,
    unusable: `The database ${path} can't be used`,
  })
}
