import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { dirname, join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from './dialect.ts'
import { NodeSqlite, nodeSqliteDialect } from './node-sqlite.ts'
import type { DB } from './tables.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** Reading and writing apart: on SQLite a read must not wait for, or slip into, somebody else's open transaction. */
export interface Database {
  engine: 'sqlite' | 'postgres'
  url: string
  read: Db
  write: Db
  /** One on SQLite, which has one writer; on PostgreSQL fewer than there are connections, so that reads find one too. */
  transactionsAtOnce: number
  close(): Promise<void>
}

/** Our queries are short and their indexes in memory: compiling them, or fearing each lookup, made the lists up to twelve times slower. */
const PLANNER = '-c jit=off -c random_page_cost=1.1'
/** Of one process; PostgreSQL allows 100 to all by default. */
const CONNECTIONS = 16
/** For the server to answer, or for one of them to be free. */
const WAIT_MS = 20_000

const openSqlite = (url: string): Database => {
  const path = url.slice('sqlite:'.length)
  mkdirSync(dirname(path), { recursive: true })
  const write = new Kysely<DB>({ dialect: nodeSqliteDialect(new NodeSqlite(path, { readOnly: false })) })
  const read = new Kysely<DB>({ dialect: nodeSqliteDialect(new NodeSqlite(path, { readOnly: true })) })
  return { engine: 'sqlite', url, read, write, transactionsAtOnce: 1, close: async () => { await read.destroy(); await write.destroy() } }
}

const openPostgres = (url: string): Database => {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, connectionTimeoutMillis: WAIT_MS, options: PLANNER })
  pool.on('error', () => {}) // an idle connection broke; the next query opens another
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { engine: 'postgres', url, read: db, write: db, transactionsAtOnce: CONNECTIONS - 3, close: () => db.destroy() }
}

export const connect = (url: string) => (url.startsWith('postgres') ? openPostgres(url) : openSqlite(url))

/** Said to the person at the terminal, in one sentence. */
export class FolderInUse extends Error {}

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === 5

/** Keeps every second process off a data folder. The lock is the operating system's, so it ends with the process, however that ends. */
export const occupyFolder = (data: string) => {
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(data, { recursive: true })
    lock = new DatabaseSync(join(data, 'in-use.lock'), { timeout: 0 })
    lock.exec('begin exclusive')
    return { release: () => lock!.close() }
  } catch (error) {
    lock?.close()
    throw new FolderInUse(isBusy(error)
      ? `Another Askwell process is using the folder ${data}; stop it first, or choose another folder with ASKWELL_DATA.`
      : `The folder ${data} can't be used: ${(error as Error).message}.`)
  }
}
