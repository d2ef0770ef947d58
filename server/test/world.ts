import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@askwell/contract/endpoint.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import type { FirstSite } from '@askwell/contract/installation.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { features } from '../src/app.ts'
import type { Config } from '../src/config.ts'
import { createApi } from '../src/http/api/perform.ts'
import { createLoadShedder } from '../src/http/guards/load-shedding.ts'
import { createServer } from '../src/http/server.ts'
import { createRuntime, type Runtime } from '../src/runtime.ts'
import { flushViews } from '../src/features/content/posts/view-counter.ts'
import { flushVisits } from '../src/features/engagement/badges/visits.ts'
import { installSite } from '../src/features/operations/installation/service.ts'
import { stretchWaits } from '../src/lib/bounded-queue.ts'
import type { Clock } from '../src/lib/clock.ts'
import { whenNeeded } from '../src/lib/lazy.ts'
import { type Engine, freshDatabase } from './databases.ts'
import { giveMember } from './people.ts'
import { strict } from './strict-replies.ts'

export { type Engine, engines, freshDatabase, inCluster } from './databases.ts'

stretchWaits(20)

/** What a refused call comes back with. */
export class CallFailed extends Error {
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
  get fields() {
    return Array.isArray(this.data) ? this.data.map((item: { error_field: string }) => item.error_field).sort() : []
  }
}

/** A turned clock: time passes only when a test says so. */
export const fakeClock = (start = 1_790_000_000) => {
  let time = start
  return {
    now: () => time,
    advance: (seconds: number) => {
      time += seconds
    },
  }
}

export interface TestUser {
  id: number
  username: string
  token: string
}

export const FIRST_SITE: FirstSite = {
  lang: 'en_US',
  site_name: 'World',
  site_url: 'http://world.example',
  contact_email: 'desk@example.com',
  name: 'admin',
  password: 'admin-password',
  email: 'admin@example.com',
  login_required: false,
  external_content_display: 'always_display',
}

/** Nothing here outlives the tests, so nothing need reach the disk. That can't be said inside a transaction, and there is no way to the writing connection but through one. */
const dontWaitForDisk = async (runtime: Runtime) => {
  const app = (runtime.app ?? runtime.prepared)!
  if (app.engine === 'sqlite')
    await app.transaction(async ({ db }) => {
      for (const statement of ['commit', 'pragma synchronous = off', 'begin immediate'])
        await sql.raw(statement).execute(db)
    })
}

/** A process of the site, on a database that may be shared with others. */
const openSite = async ({
  url,
  folder,
  clock,
  limits = 0,
  config: more,
}: {
  url: string
  folder: string
  clock: Clock
  limits?: number
  config?: Partial<Config>
}) => {
  const faults: unknown[] = []
  const config: Config = {
    host: '127.0.0.1',
    port: 0,
    data: folder,
    database: '',
    databaseGiven: false,
    limits,
    log: 'silent',
    dev: false,
    ...more,
  }
  const runtime = createRuntime(config, strict(createApi(features)), {
    clock,
    report: (error, where) => {
      faults.push(error)
      console.error(where, error)
    },
  })
  runtime.loadShedder = createLoadShedder(() => 0) // nobody is turned away because this machine is slow just now
  await runtime.open(url)
  await dontWaitForDisk(runtime)
  return { site: runtime, faults }
}

/** A site as it is right after its installation, but for its secret. It is made once in a process, and copied from then on. */
const install = async (engine: Engine) => {
  const { url, folder, remove } = await freshDatabase(engine)
  const { site } = await openSite({ url, folder, clock: fakeClock() })
  await installSite(site, FIRST_SITE)
  await site.app!.jobs.stop()
  await site.app!.transaction(({ db }) => db.deleteFrom('settings').where('name', '=', 'secret').execute())
  await site.close()
  if (engine === 'postgres') {
    rmSync(folder, { recursive: true })
    return { copy: () => freshDatabase('postgres', new URL(url).pathname.slice(1)) } // it itself goes with the run
  }
  const bytes = readFileSync(join(folder, 'askwell.db'))
  await remove()
  const copy = async () => {
    const fresh = await freshDatabase('sqlite')
    writeFileSync(join(fresh.folder, 'askwell.db'), bytes)
    return fresh
  }
  return { copy }
}

const original = { sqlite: whenNeeded(() => install('sqlite')), postgres: whenNeeded(() => install('postgres')) }

/** Calls over HTTP, as anybody. They throw CallRefused when refused. */
const callers = (server: FastifyInstance) => {
  const callAs =
    (token: string) =>
    async <E extends Endpoint>(
      endpoint: E,
      asked: { params?: ParamsOf<E>; query?: Partial<QueryOf<E>>; body?: Partial<BodyOf<E>>; ip?: string } = {},
    ): Promise<ReplyOf<E>> => {
      const query = new URLSearchParams(
        Object.entries((asked.query ?? {}) as Record<string, unknown>).map(([k, v]) => [k, String(v)]),
      ).toString()
      const response = await server.inject({
        method: endpoint.method,
        url: pathOf(endpoint, asked.params) + (query ? `?${query}` : ''),
        remoteAddress: asked.ip ?? '127.0.0.1',
        headers: {
          'accept-language': 'en_US',
          ...(token && { authorization: token }),
          ...(asked.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(asked.body !== undefined && { payload: JSON.stringify(asked.body) }),
      })
      const envelope = response.json() as { code: number; reason: string; data: unknown }
      if (response.statusCode !== 200) throw new CallFailed(response.statusCode, envelope.reason, envelope.data)
      return envelope.data as ReplyOf<E>
    }
  return { nobody: { call: callAs('') }, as: (person: TestUser) => ({ call: callAs(person.token) }) }
}

/** A whole site, installed, with its admin; real database, real effects, a fake clock. Close it at the end. */
export const world = async (
  engine: Engine = 'sqlite',
  options: { limits?: number; pages?: boolean; config?: Partial<Config> } = {},
) => {
  const { folder, url, remove } = await (await original[engine]()).copy()
  const clock = fakeClock()
  const { site, faults } = await openSite({ url, folder, clock, limits: options.limits, config: options.config })
  await site.app!.jobs.stop() // tests say when the jobs run
  const server = await createServer(site)
  if (options.pages) await (await import('../src/http/pages/serve.ts')).servePages(server, site) // as built: `npm test` and `npm run build` see to that
  return {
    site,
    server,
    clock,
    folder,
    url,
    faults,
    ...callers(server),
    given: giveMember(site),
    get app() {
      return site.app!
    },
    /** Runs all that follows later, and what that brings. */
    settle: async () => {
      await flushViews(site.app!)
      await flushVisits(site.app!)
      await site.app!.jobs.settle()
    },
    async close() {
      await server.close()
      await site.close()
      await remove()
    },
  }
}
export type World = Awaited<ReturnType<typeof world>>

/** A second process on the same database. */
export const neighbourOf = async ({ url, folder, clock, site: { config } }: World) => {
  const { site } = await openSite({ url, folder, clock, config })
  await site.app!.jobs.stop()
  const server = await createServer(site)
  return {
    site,
    server,
    ...callers(server),
    close: async () => {
      await server.close()
      await site.close()
    },
  }
}
