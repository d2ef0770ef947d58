import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { whenNeeded } from '../src/lib/lazy.ts'

export type Engine = 'sqlite' | 'postgres'

const POSTGRES = process.env.ASKWELL_TEST_POSTGRES
/** Every suite about the database runs on each of these: `describe.each(engines)('…', (engine) => { … world(engine) })`. */
export const engines: Engine[] = POSTGRES ? ['sqlite', 'postgres'] : ['sqlite']

/** Its connections are kept: to make one takes as long as to copy half a database. */
const cluster = whenNeeded(() => {
  const pool = new pg.Pool({ connectionString: POSTGRES, allowExitOnIdle: true })
  pool.on('error', () => {})
  return pool
})

export const inCluster = async (statement: string) => {
  await cluster().query(statement)
}

/** Copies files, which is three times as fast as writing each page to the log; the only way before PostgreSQL 15, where it has no name. */
const copyFiles = whenNeeded(async () => {
  const { rows } = await cluster().query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  return rows[0]!.version >= 150_000 ? 'strategy file_copy' : ''
})

/** The names of its databases begin with it, so that those which are left at its end can be found. */
const RUN = `world_${process.env.ASKWELL_TEST_RUN ?? process.pid}_`

/** The last drop, perhaps still under way: PostgreSQL takes a tenth of a second where a connection is just ending, and no test needs to wait for that. */
let dropped: Promise<void> = Promise.resolve()

/** An empty database of an engine, and a folder; both go with `remove`. On PostgreSQL it may be a copy of another that nobody has open. */
export const freshDatabase = async (engine: Engine, original = 'template1') => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-world-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (engine === 'sqlite')
    return { folder, url: `sqlite:${join(folder, 'askwell.db')}`, remove: async () => removeFolder() }
  const name = `${RUN}${Math.random().toString(36).slice(2, 10)}`
  await inCluster(`create database ${name} template ${original} ${await copyFiles()}`)
  const url = new URL(POSTGRES!)
  url.pathname = `/${name}`
  const remove = async () => {
    const before = dropped
    dropped = inCluster(`drop database if exists ${name} with (force)`)
    dropped.catch(() => {}) // the next one says so
    removeFolder()
    await before
  }
  return { folder, url: url.href, remove }
}
