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

const CONNECTIONS = 10

const openSqlite = (url: string): Database => {
  const path = url.slice('sqlite:'.length)
  mkdirSync(dirname(path), { recursive: true })
  const write = new Kysely<DB>({ dialect: nodeSqliteDialect(new NodeSqlite(path, { readOnly: false })) })
  const read = new Kysely<DB>({ dialect: nodeSqliteDialect(new NodeSqlite(path, { readOnly: true })) })
  return { engine: 'sqlite', url, read, write, transactionsAtOnce: 1, close: async () => { await read.destroy(); await write.destroy() } }
}

const openPostgres = (url: string): Database => {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, connectionTimeoutMillis: 5000 })
  pool.on('error', () => {}) // an idle connection broke; the next query opens another
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { engine: 'postgres', url, read: db, write: db, transactionsAtOnce: CONNECTIONS - 3, close: () => db.destroy() }
}

export const connect = (url: string) => (url.startsWith('postgres') ? openPostgres(url) : openSqlite(url))

export class FolderInUse extends Error {}

/** Keeps every second process off a data folder. The lock is the operating system's, so it ends with the process, however that ends. */
export const occupyFolder = (data: string) => {
  mkdirSync(data, { recursive: true })
  const lock = new DatabaseSync(join(data, 'in-use.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new FolderInUse(`Another Askwell process is using the folder ${data}; stop it first, or choose another folder with ASKWELL_DATA.`)
  }
  return { release: () => lock.close() }
}
