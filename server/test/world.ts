import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@askwell/contract/endpoint.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import type { FirstSite } from '@askwell/contract/installation.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { features } from '../src/app.ts'
import type { Config } from '../src/config.ts'
import { createApi } from '../src/http/api.ts'
import { createServer } from '../src/http/server.ts'
import { createSite } from '../src/site.ts'
import { installSite } from '../src/features/installation/service.ts'
import type { Clock } from '../src/lib/clock.ts'
import { giveMember } from './people.ts'
import { strict } from './strict-replies.ts'

export type Engine = 'sqlite' | 'postgres'

const POSTGRES = process.env.ASKWELL_TEST_POSTGRES
/** Every suite about the database runs on each of these: `describe.each(engines)('…', (engine) => { … world(engine) })`. */
export const engines: Engine[] = POSTGRES ? ['sqlite', 'postgres'] : ['sqlite']

/** What a refused call comes back with. */
export class CallRefused extends Error {
  readonly status: number
  readonly reason: string
  readonly data: unknown
  constructor(status: number, reason: string, data: unknown) {
    super(`${status} ${reason} ${JSON.stringify(data)}`)
    this.status = status
    this.reason = reason
    this.data = data
  }
  /** Names of the fields that were wrong. */
  get fields() { return Array.isArray(this.data) ? this.data.map((item: { error_field: string }) => item.error_field).sort() : [] }
}

export const inCluster = async (statement: string) => {
  const client = new pg.Client({ connectionString: POSTGRES })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** An empty database of an engine, and a folder; both go with `remove`. */
export const freshDatabase = async (engine: Engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-world-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (engine === 'sqlite') return { folder, url: `sqlite:${join(folder, 'askwell.db')}`, remove: async () => removeFolder() }
  const name = `world_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await inCluster(`create database ${name}`)
  const url = new URL(POSTGRES!)
  url.pathname = `/${name}`
  const remove = async () => {
    await inCluster(`drop database if exists ${name} with (force)`)
    removeFolder()
  }
  return { folder, url: url.href, remove }
}

/** A turned clock: time passes only when a test says so. */
export const fakeClock = (start = 1_790_000_000) => {
  let time = start
  return { now: () => time, advance: (seconds: number) => { time += seconds } }
}

export interface Person { id: number; username: string; token: string }

export const FIRST_SITE: FirstSite = {
  lang: 'en_US', site_name: 'World', site_url: 'http://world.example', contact_email: 'desk@example.com',
  name: 'admin', password: 'admin-password', email: 'admin@example.com', login_required: false, external_content_display: 'always_display',
}

/** A process of the site, on a database that may be shared with others. */
const openSite = async ({ url, folder, clock, limits = 0, config: more }: { url: string; folder: string; clock: Clock; limits?: number; config?: Partial<Config> }) => {
  const faults: unknown[] = []
  const config: Config = { host: '127.0.0.1', port: 0, data: folder, database: '', databaseGiven: false, limits, log: 'silent', dev: false, ...more }
  const site = createSite(config, strict(createApi(features)), { clock, report: (error, where) => { faults.push(error); console.error(where, error) } })
  await site.open(url)
  return { site, faults }
}

/** Calls over HTTP, as anybody. They throw CallRefused when refused. */
const callers = (server: FastifyInstance) => {
  const callAs = (token: string) => async <E extends Endpoint>(endpoint: E, asked: { params?: ParamsOf<E>; query?: Partial<QueryOf<E>>; body?: Partial<BodyOf<E>>; ip?: string } = {}): Promise<ReplyOf<E>> => {
    const query = new URLSearchParams(Object.entries((asked.query ?? {}) as Record<string, unknown>).map(([k, v]) => [k, String(v)])).toString()
    const response = await server.inject({
      method: endpoint.method, url: pathOf(endpoint, asked.params) + (query ? `?${query}` : ''), remoteAddress: asked.ip ?? '127.0.0.1',
      headers: { 'accept-language': 'en_US', ...(token && { authorization: token }), ...(asked.body !== undefined && { 'content-type': 'application/json' }) },
      ...(asked.body !== undefined && { payload: JSON.stringify(asked.body) }),
    })
    const envelope = response.json() as { code: number; reason: string; data: unknown }
    if (response.statusCode !== 200) throw new CallRefused(response.statusCode, envelope.reason, envelope.data)
    return envelope.data as ReplyOf<E>
  }
  return { nobody: { call: callAs('') }, as: (person: Person) => ({ call: callAs(person.token) }) }
}

/** A whole site, installed, with its admin; real database, real effects, a fake clock. Close it at the end. */
export const world = async (engine: Engine = 'sqlite', options: { limits?: number; pages?: boolean; config?: Partial<Config> } = {}) => {
  const { folder, url, remove } = await freshDatabase(engine)
  const clock = fakeClock()
  const { site, faults } = await openSite({ url, folder, clock, limits: options.limits, config: options.config })
  await installSite(site, FIRST_SITE)
  await site.app!.jobs.stop() // tests say when the jobs run
  const server = await createServer(site)
  if (options.pages) await (await import('../src/http/web.ts')).serveWeb(server, site) // as built: `npm test` and `npm run build` see to that
  return {
    site, server, clock, folder, url, faults, ...callers(server), given: giveMember(site),
    get app() { return site.app! },
    /** Runs all that follows later, and what that brings. */
    settle: () => site.app!.jobs.settle(),
    async close() {
      await server.close()
      await site.close()
      await remove()
    },
  }
}
export type World = Awaited<ReturnType<typeof world>>

/** A second process on the same database. */
export const neighbourOf = async ({ url, folder, clock }: World) => {
  const { site } = await openSite({ url, folder, clock })
  await site.app!.jobs.stop()
  const server = await createServer(site)
  return { site, server, ...callers(server), close: async () => { await server.close(); await site.close() } }
}
