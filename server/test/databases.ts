import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type Engine = 'sqlite' | 'postgres'

const POSTGRES = process.env.ASKWELL_TEST_POSTGRES
/** Every suite about the database runs on each of these: `describe.each(engines)('…', (engine) => { … world(engine) })`. */
export const engines: Engine[] = POSTGRES ? ['sqlite', 'postgres'] : ['sqlite']

export const inCluster = async (statement: string) => {
  const client = new pg.Client({ connectionString: POSTGRES })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** The names of its databases begin with it, so that those which are left at its end can be found. */
const RUN = `world_${process.env.ASKWELL_TEST_RUN ?? process.pid}_`

/** An empty database of an engine, and a folder; both go with `remove`. On PostgreSQL it may be a copy of another that nobody has open. */
export const freshDatabase = async (engine: Engine, original = 'template1') => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-world-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (engine === 'sqlite')
    return { folder, url: `sqlite:${join(folder, 'askwell.db')}`, remove: async () => removeFolder() }
  const name = `${RUN}${Math.random().toString(36).slice(2, 10)}`
  await inCluster(`create database ${name} template ${original}`)
  const url = new URL(POSTGRES!)
  url.pathname = `/${name}`
  const remove = async () => {
    await inCluster(`drop database if exists ${name} with (force)`)
    removeFolder()
  }
  return { folder, url: url.href, remove }
}
