import { generalSettings, saveGeneralSettings } from '@askwell/contract/site-settings.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FACT, bareApp, type Workshop } from '../../test/bare-app.ts'
import { type Engine, engines, FIRST_SITE, freshDatabase, neighbourOf, type World, world } from '../../test/world.ts'
import { features } from '../app.ts'
import type { App } from '../events/events.ts'
import { installSite } from '../features/operations/installation/service.ts'
import { createApi } from '../http/api/perform.ts'
import { createRuntime } from '../runtime.ts'

const several: Engine[] = engines.filter((engine) => engine === 'postgres')

const until = async (isSo: () => boolean | Promise<boolean>) => {
  for (let tries = 0; !(await isSo()) && tries < 1000; tries++) await new Promise((resume) => setTimeout(resume, 10))
}

test('on SQLite there is one process, which tells nobody', async () => {
  const w = await bareApp('sqlite')
  await w.app.transaction((tx) => tx.emit('user.changed', FACT))
  await w.close()
  expect(w.faults).toEqual([])
})

describe.each(several)('processes on one database (%s)', () => {
  let w: Workshop
  let other: App
  const heard: string[] = []
  const own: string[] = []
  beforeAll(async () => {
    w = await bareApp('postgres')
    other = await w.another()
    w.app.onCommit((happened) => own.push(...happened.map(({ name }) => name)))
    other.onCommit((happened) => heard.push(...happened.map(({ name, fact }) => `${name} ${fact.object_id}`)))
  })
  afterAll(() => w.close())
  const clear = () => {
    heard.length = own.length = 0
  }
  const say = (object_id: number) => w.app.transaction((tx) => tx.emit('user.changed', { ...FACT, object_id }))

  test('hear from each other what happened, and not their own words twice', async () => {
    await say(1)
    await until(() => heard.length > 0)
    expect(heard).toEqual(['user.changed 1'])
    expect(own).toEqual(['user.changed'])
  })

  test('hear nothing of what was undone', async () => {
    clear()
    await w.app
      .transaction(async (tx) => {
        await tx.emit('user.changed', FACT)
        throw new Error('no')
      })
      .catch(() => {})
    await say(2)
    await until(() => heard.length > 0)
    expect(heard).toEqual(['user.changed 2'])
  })

  test('are told to forget what they keep where too much happened at once to be passed on', async () => {
    clear()
    await w.app.transaction(async (tx) => {
      for (let n = 0; n < 500; n++) await tx.emit('user.changed', FACT)
    })
    await until(() => heard.length > 0)
    expect(heard).toEqual(['settings.changed 0'])
    expect(own).toHaveLength(500)
  })

  test('find each other again after the line was cut, forget what they keep, and hear once as before', async () => {
    clear()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`.execute(
      w.app.db,
    )
    await until(() => heard.length > 0 && own.length > 0)
    expect([heard, own]).toEqual([['settings.changed 0'], ['settings.changed']])
    clear()
    await say(3)
    await until(() => heard.length > 0)
    await new Promise((resume) => setTimeout(resume, 50))
    expect(heard).toEqual(['user.changed 3'])
    expect(w.faults).toEqual([])
  })
})

describe.each(several)('sites on one database (%s)', (engine) => {
  let w: World
  let beside: Awaited<ReturnType<typeof neighbourOf>>
  beforeAll(async () => {
    w = await world(engine)
    beside = await neighbourOf(w)
  })
  afterAll(async () => {
    await beside.close()
    await w.close()
  })

  test('sign alike', () => expect(beside.site.secret).toBe(w.site.secret))

  test('show what an admin of the other has just changed', async () => {
    const admin = await w.given.admin()
    const before = await beside.as(admin).call(generalSettings)
    expect((await beside.nobody.call(siteInfo)).general.name).toBe('World')
    await w
      .as(admin)
      .call(saveGeneralSettings, { body: { ...before, name: 'Changed', site_url: 'https://world.example' } })
    await until(async () => (await beside.nobody.call(siteInfo)).general.name === 'Changed' && beside.site.isSecure())
    expect((await beside.nobody.call(siteInfo)).general.name).toBe('Changed')
    expect(beside.site.isSecure()).toBe(true)
  })
})

describe.each(several)('a process that waits for the installation (%s)', (engine) => {
  test('goes live when another process installs, with the same secret', async () => {
    const { url, folder, remove } = await freshDatabase(engine)
    const config = {
      host: '127.0.0.1',
      port: 0,
      data: folder,
      database: url,
      databaseGiven: true,
      limits: 0,
      log: 'silent' as const,
      dev: false,
    }
    const sites = [createRuntime(config, createApi(features)), createRuntime(config, createApi(features))]
    await Promise.all(sites.map((runtime) => runtime.open(url)))
    expect(sites.map((runtime) => Boolean(runtime.app))).toEqual([false, false])
    await installSite(sites[0]!, FIRST_SITE)
    await until(() => sites.every((runtime) => runtime.app))
    expect(sites.map((runtime) => Boolean(runtime.app))).toEqual([true, true])
    expect(sites[0]!.secret).toBe(sites[1]!.secret)
    for (const runtime of sites) await runtime.close()
    await remove()
  })
})
