import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, freshDatabase, inCluster, type World, world } from '../../../test/world.ts'
import { features } from '../../app.ts'
import { setPrivate } from '../../../test/private-site.ts'
import { createRuntime } from '../../runtime.ts'
import { createApi } from '../api/perform.ts'
import { createReadiness } from './health.ts'
import { createServer } from '../server.ts'

describe.each(engines)('whether it lives and is ready (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine)
  })
  afterAll(() => w.close())
  const ask = async (url: string) => {
    const reply = await w.server.inject({ url })
    return [reply.statusCode, reply.json() as unknown]
  }

  test('both are told to anybody, also where the site is private', async () => {
    expect(await ask('/healthz')).toEqual([200, { installed: true }])
    expect(await ask('/readyz')).toEqual([200, { ready: true }])
    await setPrivate(w, true)
    expect(await ask('/readyz')).toEqual([200, { ready: true }])
    await setPrivate(w, false)
  })

  test('who is about to end says so before it does, and lives on until then', async () => {
    w.site.draining = true
    const reply = await w.server.inject({ url: '/readyz' })
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([503, '5', { ready: false }])
    expect(await ask('/healthz')).toEqual([200, { installed: true }])
    w.site.draining = false
  })

  test('a database that was brought further by a newer program is none for this one', async () => {
    const isReady = createReadiness(w.site)
    expect(await isReady()).toBe(true)
    const migrations = w.app.db as never as {
      insertInto(table: string): { values(row: object): { execute(): Promise<unknown> } }
    }
    await w.app.transaction((tx) =>
      (tx.db as never as typeof migrations)
        .insertInto('migrations')
        .values({ name: '9999-later', applied_at: 0 })
        .execute(),
    )
    expect(await createReadiness(w.site)()).toBe(false)
  })
})

test.runIf(engines.includes('postgres'))(
  'a site whose database has gone away is not ready, and is again when it is back',
  async () => {
    const w = await world('postgres')
    const name = new URL(w.url).pathname.slice(1)
    await inCluster(`alter database ${name} with allow_connections false`)
    await inCluster(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    expect(await createReadiness(w.site)()).toBe(false)
    expect((await w.server.inject({ url: '/healthz' })).statusCode).toBe(200)
    await inCluster(`alter database ${name} with allow_connections true`)
    let ready = false
    for (let tries = 0; !ready && tries < 200; tries++) ready = await createReadiness(w.site)()
    expect(ready).toBe(true)
    await w.close()
  },
)

test('before there is a site it is ready for the wizard', async () => {
  const { folder, remove } = await freshDatabase('sqlite')
  const runtime = createRuntime(
    {
      host: '127.0.0.1',
      port: 0,
      data: folder,
      database: '',
      databaseGiven: false,
      limits: 0,
      log: 'silent',
      dev: false,
    },
    createApi(features),
  )
  const server = await createServer(runtime)
  expect((await server.inject({ url: '/readyz' })).json()).toEqual({ ready: true })
  await server.close()
  await runtime.close()
  await remove()
})
