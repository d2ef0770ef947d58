import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as contract from '@askwell/contract/backups.ts'
import { dashboard } from '@askwell/contract/dashboard.ts'
import { tasks } from '@askwell/contract/tasks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFakeS3 } from '../../../../test/fake-s3.ts'
import { engines, FIRST_SITE, type TestUser, type World, world } from '../../../../test/world.ts'
import { DAY, HOUR } from '../../../lib/clock.ts'
import { translateReason } from '../../../lib/messages.ts'
import { noteRestore } from './restore-order.ts'
import { beginDueBackup, lastDue, NO_SCHEDULE } from './schedule.ts'

const pass = FIRST_SITE.password

describe.each(engines)('backups from the page (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true, config: { s3Private: true } })
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const list = () => w.as(admin).call(contract.backups)
  const make = async (place: 'folder' | 's3' = 'folder') => {
    await w.as(admin).call(contract.makeBackup, { body: { place } })
    await w.settle()
    const [run] = await w.as(admin).call(tasks, { query: { kind: 'backup' } })
    return run!
  }
  const schedule = (more: Partial<contract.BackupSchedule & { storage_pass: string }>) =>
    w.as(admin).call(contract.saveBackupSchedule, { body: { ...NO_SCHEDULE, ...more } })
  const empty = async () => {
    for (const { name, place } of (await list()).list)
      await w.as(admin).call(contract.deleteBackup, { body: { name, place } })
  }
  const inGerman = async <T>(path: string) =>
    (
      await w.server.inject({
        url: `/answer/admin/api/${path}`,
        headers: { authorization: admin.token, 'accept-language': 'de' },
      })
    ).json<{ data: T }>().data
  const get = (address: string, token: string) =>
    w.server.inject({ method: 'GET', url: address, cookies: { askwell_session: token } })

  test('what came of the last restore is told in the language of whoever looks', async () => {
    const about = { name: 'askwell-1.tar.gz', at: w.clock.now() }
    const nothing = { rows: 0, uploads: 0, made_at: 0 }
    await noteRestore(w.folder, { ...about, ok: false, problem: { reason: 'error.backup.not_alone' }, ...nothing })
    expect((await list()).last_restore?.problem).toMatch(/^Other processes/)
    type Told = Pick<Awaited<ReturnType<typeof list>>, 'last_restore'>
    expect((await inGerman<Told>('backups')).last_restore?.problem).toMatch(/^Andere Prozesse/)
    await noteRestore(w.folder, { ...about, ok: true, rows: 1200, uploads: 3, made_at: about.at })
    const page = await w.server.inject({
      url: '/admin/backups',
      cookies: { askwell_session: admin.token },
      headers: { 'accept-language': 'de' },
    })
    expect(page.body).toContain('1.200 Zeilen und 3 hochgeladene Dateien sind wieder da')
    rmSync(join(w.folder, 'last-restore.json'))
  })

  test('one is made, listed, told of by the dashboard, looked into, downloaded and deleted', async () => {
    const run = await make()
    expect(run).toMatchObject({ status: 'done' })
    const [backup, ...more] = (await list()).list
    expect(more).toEqual([])
    expect(backup).toMatchObject({ place: 'folder', origin: 'manual', name: (run.result as { name: string }).name })
    const { health } = await w.as(admin).call(dashboard)
    expect(health.find(({ check }) => check === 'backup')).toMatchObject({ state: 'good' })

    const { name } = backup!
    const contents = await w.as(admin).call(contract.backupContents, { query: { name } })
    expect(contents).toMatchObject({ engine, restores: 'next_start' })
    expect(contents.rows.find(({ table }) => table === 'users')!.in_backup).toBeGreaterThan(0)

    await expect(w.as(admin).call(contract.downloadBackup, { body: { name, pass: 'wrong' } })).rejects.toMatchObject({
      fields: ['pass'],
    })
    const { address } = await w.as(admin).call(contract.downloadBackup, { body: { name, pass } })
    const file = await get(address, admin.token)
    expect([file.statusCode, file.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(file.rawPayload.equals(readFileSync(join(w.folder, 'backups', name)))).toBe(true)
    const other = await w.given.member()
    await w.app.transaction(({ db }) =>
      db.updateTable('users').set({ role_id: 2 }).where('id', '=', other.id).execute(),
    )
    for (const [url, token] of [
      [address, other.token],
      [address, ''],
      [address.replace(/until=\d+/, 'until=9999999999'), admin.token],
      [`/session/backup/${name}`, admin.token],
    ])
      expect((await get(url!, token!)).statusCode).toBe(404)
    w.clock.advance(301)
    expect((await get(address, admin.token)).statusCode).toBe(404)

    await w.as(admin).call(contract.deleteBackup, { body: { name, place: 'folder' } })
    expect((await list()).list).toEqual([])
  })

  test('names lead to nothing outside the folder', async () => {
    writeFileSync(join(w.folder, 'secret.tar.gz'), 'x')
    for (const name of ['../secret.tar.gz', '..%2Fsecret.tar.gz', 'secret.tar.gz', '/etc/passwd', '.tar.gz'])
      await expect(w.as(admin).call(contract.deleteBackup, { body: { name, place: 'folder' } })).rejects.toMatchObject({
        status: 404,
      })
    rmSync(join(w.folder, 'secret.tar.gz'))
  })

  test('a restore wants the password and the name of the site, and is then what the next start does', async () => {
    const run = await make()
    const { name } = run.result as { name: string }
    const order = (site_name: string, its = pass) =>
      w.as(admin).call(contract.restoreBackup, { body: { name, site_name, pass: its } })
    await expect(order('Another')).rejects.toMatchObject({ fields: ['site_name'] })
    await expect(order(FIRST_SITE.site_name, 'wrong')).rejects.toMatchObject({ fields: ['pass'] })
    expect(await order(FIRST_SITE.site_name)).toEqual({ restarts: false })
    const ordered = JSON.parse(readFileSync(join(w.folder, 'restore-next.json'), 'utf8')) as unknown
    expect(ordered).toEqual({ name, actor_id: admin.id })
    rmSync(join(w.folder, 'restore-next.json'))
    await empty()
  })

  test('come by themselves once an hour has come, once each, and only as many stay as are wanted', async () => {
    await schedule({ every: 'daily', hour: 3, count: 2 })
    await beginDueBackup(w.app)
    await w.settle()
    expect((await list()).list).toEqual([]) // the hour that has passed isn't made up for
    for (let day = 0; day < 3; day++) {
      w.clock.advance(DAY)
      for (let twice = 0; twice < 2; twice++) {
        await beginDueBackup(w.app)
        await w.settle()
      }
    }
    const { list: made } = await w.as(await w.given.admin()).call(contract.backups)
    expect(made.map(({ origin }) => origin)).toEqual(['scheduled', 'scheduled'])
    admin = await w.given.admin()
    await schedule({})
    await empty()
  })

  test('go to an S3-compatible storage, are listed, fetched and deleted there; what is too much goes', async () => {
    const s3 = await startFakeS3({ accessKey: 'key', bucket: 'attic' })
    try {
      const at = {
        s3_endpoint: s3.endpoint,
        s3_bucket: 'attic',
        s3_prefix: 'site/',
        s3_access_key: 'key',
        s3_secret_key: 'secret',
      }
      await expect(schedule({ every: 'daily', place: 's3' })).rejects.toMatchObject({
        fields: ['s3_access_key', 's3_bucket', 's3_endpoint', 's3_secret_key'],
      })
      // Whoever sits at somebody's open page can't send the site elsewhere.
      await expect(schedule({ ...at, place: 's3', count: 1 })).rejects.toMatchObject({ fields: ['storage_pass'] })
      await expect(schedule({ ...at, storage_pass: 'wrong' })).rejects.toMatchObject({ fields: ['storage_pass'] })
      expect((await list()).schedule.s3_endpoint).toBe('')
      await schedule({ ...at, place: 's3', count: 1, storage_pass: pass })
      for (const other of [{ s3_endpoint: 'https://s3.example' }, { s3_bucket: 'b' }, { s3_secret_key: 'other' }])
        await expect(schedule({ ...at, s3_secret_key: '', ...other })).rejects.toMatchObject({
          fields: ['storage_pass'],
        })
      expect((await list()).schedule).toMatchObject({ s3_access_key: 'key', s3_secret_key: '' })
      w.app.config.s3Private = false
      expect((await list()).s3_problem).toContain("isn't at a public address")
      w.app.config.s3Private = true
      const { status, result } = await make('s3')
      expect(status).toBe('done')
      const { name } = result as { name: string }
      expect([...s3.objects.keys()]).toEqual([`site/${name}`])
      expect((await list()).list).toMatchObject([{ name, place: 's3' }])
      await w.as(admin).call(contract.fetchBackup, { body: { name } })
      await w.settle()
      expect((await list()).list.map(({ place }) => place)).toEqual(['folder', 's3'])
      expect(readFileSync(join(w.folder, 'backups', name)).equals(s3.objects.get(`site/${name}`)!.bytes)).toBe(true)
      await schedule({ ...at, s3_secret_key: '', place: 's3', count: 1, every: 'daily' }) // an empty key stays as it was
      for (let day = 0; day < 2; day++) {
        w.clock.advance(DAY)
        await beginDueBackup(w.app)
        await w.settle()
      }
      expect([...s3.objects.keys()].filter((key) => key.includes('scheduled'))).toHaveLength(1)
      admin = await w.given.admin()
      await empty()
      expect(s3.objects.size).toBe(0)
      await schedule({ ...at, s3_access_key: 'nobody', storage_pass: pass })
      expect((await list()).s3_problem).toBe(translateReason('en_US', 'error.s3.refused'))
      expect((await inGerman<{ s3_problem: string }>('backups')).s3_problem).toMatch(/^Der Speicher lehnt/)
      expect((await make('s3')).error).toBe(translateReason('en_US', 'error.s3.refused'))
      expect((await inGerman<{ error: string }[]>('tasks?kind=backup'))[0]!.error).toMatch(/^Der Speicher lehnt/)
      const page = await w.server.inject({
        url: '/admin/backups',
        cookies: { askwell_session: admin.token },
        headers: { 'accept-language': 'de' },
      })
      // Beside the task, and where those elsewhere would stand.
      expect(page.body.split('<script')[0]!.split('Der Speicher lehnt')).toHaveLength(3)
      expect(w.faults.splice(0)).toHaveLength(1)
    } finally {
      await schedule({})
      await s3.close()
    }
  })

  test('what is no backup is refused on its field, and leaves nothing', async () => {
    const edge = 'edge'
    const response = await w.server.inject({
      method: 'POST',
      url: '/answer/admin/api/backup/upload',
      headers: { authorization: admin.token, 'content-type': `multipart/form-data; boundary=${edge}` },
      payload: Buffer.concat([
        Buffer.from(
          `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.tar.gz"\r\ncontent-type: application/gzip\r\n\r\n`,
        ),
        randomBytes(1000),
        Buffer.from(`\r\n--${edge}--\r\n`),
      ]),
    })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      expect.objectContaining({ data: [expect.objectContaining({ error_field: 'file' })] }),
    ])
    expect((await list()).list).toEqual([])
  })
})

describe('the hour at which a backup should have begun', () => {
  const at = (text: string) => Date.parse(text) / 1000
  test.each([
    ['daily, later that day', { every: 'daily', hour: 3 }, '2026-11-22T15:20:00Z', 'UTC', '2026-11-22T03:00:00Z'],
    ['daily, before the hour', { every: 'daily', hour: 3 }, '2026-11-22T02:59:00Z', 'UTC', '2026-11-21T03:00:00Z'],
    ['elsewhere', { every: 'daily', hour: 3 }, '2026-11-22T15:20:00Z', 'Europe/Berlin', '2026-11-22T02:00:00Z'],
    ['weekly', { every: 'weekly', hour: 3, weekday: 3 }, '2026-11-22T15:20:00Z', 'UTC', '2026-11-18T03:00:00Z'],
    [
      'where that hour is skipped',
      { every: 'weekly', hour: 2, weekday: 0 },
      '2026-03-31T12:00:00Z',
      'Europe/Berlin',
      '2026-03-29T01:00:00Z',
    ],
    [
      'the same on the day itself',
      { every: 'daily', hour: 2 },
      '2026-03-29T20:00:00Z',
      'Europe/Berlin',
      '2026-03-29T01:00:00Z',
    ],
    [
      'where that hour comes twice, once',
      { every: 'daily', hour: 2 },
      '2026-10-25T12:00:00Z',
      'Europe/Berlin',
      '2026-10-25T00:00:00Z',
    ],
    ['half an hour off', { every: 'daily', hour: 3 }, '2026-11-22T15:20:00Z', 'Asia/Kolkata', '2026-11-21T21:30:00Z'],
    ['in the hour', { every: 'weekly', hour: 3, weekday: 0 }, '2026-11-22T03:30:00Z', 'UTC', '2026-11-22T03:00:00Z'],
  ] as const)('%s', (_, schedule, now, zone, due) => {
    expect(lastDue({ ...NO_SCHEDULE, ...schedule }, at(now), zone)).toBe(at(due))
  })
  test('is never, where there is no schedule', () => {
    expect(lastDue(NO_SCHEDULE, 100 * HOUR, 'UTC')).toBe(0)
  })
})
