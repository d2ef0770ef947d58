import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logInByEmail } from '@askwell/contract/accounts.ts'
import { type BodyOf, type Endpoint, pathOf, type ReplyOf } from '@askwell/contract/endpoint.ts'
import * as contract from '@askwell/contract/installation.ts'
import { questionPage } from '@askwell/contract/questions.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import { tagsPage } from '@askwell/contract/tags.ts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CallFailed, engines, inCluster } from '../../../../test/world.ts'
import { features } from '../../../app.ts'
import { type Config, readConfig } from '../../../config.ts'
import { createApi } from '../../../http/api/perform.ts'
import { createServer } from '../../../http/server.ts'
import { createRuntime, type Runtime } from '../../../runtime.ts'

const FIRST: contract.FirstSite = {
  lang: 'en_US',
  site_name: 'Zephyr',
  site_url: 'https://zephyr.example/',
  contact_email: 'desk@example.com',
  name: 'Root Admin',
  password: 'root-password',
  email: 'Root@example.com',
  login_required: false,
  external_content_display: 'always_display',
}

describe.each(engines)('installing (%s)', (engine) => {
  let folder: string
  let runtime: Runtime
  let server: Awaited<ReturnType<typeof createServer>>
  let choice: contract.DatabaseChoice
  let drop = async () => {}

  const start = async (config: Partial<Config> = {}) => {
    runtime = createRuntime(
      { ...readConfig(['--data', folder, '--limits', 'off'], {}), ...config },
      createApi(features),
      {
        report: () => {},
      },
    )
    server = await createServer(runtime)
    if (runtime.config.database) await runtime.open(runtime.config.database)
  }
  const stop = async () => {
    await server.close()
    await runtime.close()
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'askwell-install-'))
    choice = { db_type: 'sqlite3', db_file: join(folder, 'site.db') }
    if (engine === 'postgres') {
      const url = new URL(process.env.ASKWELL_TEST_POSTGRES!)
      const name = `install_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
      const admin = async (query: string) => {
        const client = new pg.Client({ connectionString: url.href })
        await client.connect()
        await client.query(query)
        await client.end()
      }
      await admin(`create database ${name}`)
      drop = () => admin(`drop database ${name} with (force)`)
      choice = {
        db_type: 'postgres',
        db_host: url.host,
        db_name: name,
        db_username: url.username,
        db_password: decodeURIComponent(url.password),
        ssl_enabled: false,
      }
    }
    await start()
  })
  afterEach(async () => {
    await stop()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const call = async <E extends Endpoint>(endpoint: E, body?: Partial<BodyOf<E>>, query = ''): Promise<ReplyOf<E>> => {
    const reply = await server.inject({
      method: endpoint.method,
      url: pathOf(endpoint) + query,
      headers: { 'accept-language': 'en_US', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { payload: JSON.stringify(body) }),
    })
    const { reason, data } = reply.json()
    if (reply.statusCode !== 200) throw new CallFailed(reply.statusCode, reason, data)
    return data
  }

  test('the wizard leads from an empty folder to a site that answers in the same process', async () => {
    expect((await call(contract.installLanguageOptions)).map(({ value }) => value)).toContain('en_US')
    expect(await call(contract.installLanguageWords, undefined, '?lang=en_US')).toHaveProperty('ui')
    expect(await call(contract.checkConfigFile, {})).toEqual({
      config_file_exist: false,
      db_connection_success: false,
      db_table_exist: false,
    })
    expect(await call(contract.checkDatabase, choice)).toEqual({ connection_success: true })
    if (engine === 'sqlite') expect(existsSync(choice.db_file!)).toBe(false)
    expect(await call(contract.writeConfigFile, choice)).toBe(null)
    expect(await call(contract.checkConfigFile, {})).toEqual({
      config_file_exist: true,
      db_connection_success: true,
      db_table_exist: true,
    })
    expect(await call(contract.createSite, FIRST)).toBe(null)

    expect((await call(siteInfo)).general).toMatchObject({
      name: 'Zephyr',
      site_url: 'https://zephyr.example',
      contact_email: 'desk@example.com',
    })
    expect(await call(logInByEmail, { e_mail: 'root@example.com', pass: 'root-password' })).toMatchObject({
      id: '1',
      username: 'root-admin',
      display_name: 'Root Admin',
      role_id: 2,
      rank: 1,
      status: 'normal',
      mail_status: 1,
      question_count: 2,
      answer_count: 2,
    })
  })

  test('a new site begins with one tag and two questions that explain it', async () => {
    await call(contract.writeConfigFile, choice)
    await call(contract.createSite, FIRST)
    expect((await call(tagsPage)).list).toMatchObject([{ slug_name: 'support', question_count: 2 }])
    const { count, list } = await call(questionPage)
    expect(count).toBe(2)
    for (const question of list)
      expect(question).toMatchObject({
        answer_count: 1,
        status: 1,
        operator: { id: '1' },
        tags: [{ slug_name: 'support' }],
      })
    expect(list[0]!.url_title).toBe('what-is-a-tag')
  })

  test('afterwards the wizard says so and changes nothing', async () => {
    await call(contract.writeConfigFile, choice)
    await call(contract.createSite, FIRST)
    for (const step of [
      () => call(contract.createSite, { ...FIRST, site_name: 'Other', email: 'thief@example.com' }),
      () => call(contract.writeConfigFile, choice),
      () => call(contract.checkDatabase, choice),
      () => call(contract.checkConfigFile, {}),
      () => call(contract.installLanguageOptions),
      () => call(contract.installLanguageWords),
    ])
      await expect(step()).rejects.toMatchObject({ status: 403, reason: 'base.already_installed' })
    expect((await call(siteInfo)).general.name).toBe('Zephyr')
  })

  test('clicking twice makes one site', async () => {
    await call(contract.writeConfigFile, choice)
    const results = await Promise.allSettled([1, 2, 3].map(() => call(contract.createSite, FIRST)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect((await call(questionPage)).count).toBe(2)
    expect(await runtime.app!.db.selectFrom('users').select('id').execute()).toEqual([{ id: 1 }])
  })

  test('the choice is kept for the next start, where only this user can read it', async () => {
    await call(contract.writeConfigFile, choice)
    expect(statSync(join(folder, 'config.json')).mode & 0o777).toBe(0o600)
    await stop()
    await start()
    expect(await call(contract.checkConfigFile, {})).toEqual({
      config_file_exist: true,
      db_connection_success: true,
      db_table_exist: true,
    })
    await call(contract.createSite, FIRST)
    await stop()
    await start()
    expect((await call(siteInfo)).general.name).toBe('Zephyr')
  })

  test('a database that the environment names wins over the form, and is not written down', async () => {
    await call(contract.writeConfigFile, choice)
    const { database } = readConfig(['--data', folder], {})
    await stop()
    rmSync(join(folder, 'config.json'))
    await start({ database, databaseGiven: true })
    expect(await call(contract.checkConfigFile, {})).toEqual({
      config_file_exist: true,
      db_connection_success: true,
      db_table_exist: true,
    })
    expect(await call(contract.checkDatabase, { db_type: 'postgres' })).toEqual({ connection_success: true })
    await call(contract.writeConfigFile, { db_type: 'sqlite3', db_file: join(folder, 'other.db') })
    expect([existsSync(join(folder, 'other.db')), existsSync(join(folder, 'config.json'))]).toEqual([false, false])
    await call(contract.createSite, FIRST)
    expect((await call(siteInfo)).general.name).toBe('Zephyr')
  })

  test('before there is a site it has its defaults, and nothing else answers', async () => {
    expect(await call(siteInfo)).toMatchObject({
      general: { name: 'Askwell', site_url: '' },
      site_seo: { permalink: 2 },
    })
    await expect(call(questionPage)).rejects.toMatchObject({ status: 403, reason: 'base.not_installed' })
  })

  test('all wrong fields are named at once', async () => {
    await expect(call(contract.checkDatabase, { db_type: 'oracle' as 'sqlite3' })).rejects.toMatchObject({
      status: 400,
      fields: ['db_type'],
    })
    await expect(call(contract.checkDatabase, { db_type: 'postgres' })).rejects.toMatchObject({
      status: 400,
      fields: ['db_host', 'db_name', 'db_username'],
    })
    await expect(
      call(contract.checkDatabase, {
        ...choice,
        db_type: 'postgres',
        db_host: 'a host',
        db_name: 'x',
        db_username: 'x',
      }),
    ).rejects.toMatchObject({ status: 400, fields: ['db_host'] })
    await call(contract.writeConfigFile, choice)
    await expect(
      call(contract.createSite, {
        lang: 'e',
        site_name: '',
        site_url: 'not a url',
        contact_email: 'nope',
        name: 'a',
        password: 'short',
        email: 'nonsense',
      }),
    ).rejects.toMatchObject({
      status: 400,
      fields: [
        'contact_email',
        'email',
        'external_content_display',
        'lang',
        'name',
        'password',
        'site_name',
        'site_url',
      ],
    })
    await expect(call(contract.createSite, { ...FIRST, lang: 'xx_XX' })).rejects.toMatchObject({
      status: 400,
      fields: ['lang'],
    })
  })

  test('a database that can’t be reached is told, and nothing is kept', async () => {
    const nobodyListens = {
      db_type: 'postgres' as const,
      db_host: '127.0.0.1:1',
      db_name: 'none',
      db_username: 'none',
      db_password: 'none',
    }
    writeFileSync(
      join(folder, 'text.db'),
      'this is no database, but a letter of more than a hundred characters, so that nobody takes it for an empty one',
    )
    for (const unreachable of [
      nobodyListens,
      { db_type: 'sqlite3' as const, db_file: join(folder, 'text.db') },
      { db_type: 'sqlite3' as const, db_file: folder },
      { db_type: 'sqlite3' as const, db_file: join(folder, 'text.db', 'below.db') },
      { db_type: 'sqlite3' as const, db_file: '/proc/nope/x.db' },
    ])
      for (const step of [contract.checkDatabase, contract.writeConfigFile])
        await expect(call(step, unreachable)).rejects.toMatchObject({
          status: 400,
          reason: 'error.database.connection_failed',
          data: { err_type: 'alert' },
        })
    expect(existsSync(join(folder, 'config.json'))).toBe(false)
    await expect(call(contract.createSite, FIRST)).rejects.toMatchObject({ status: 400 })
  })

  test('a config file that can’t be written is told, and the wizard starts over', async () => {
    mkdirSync(join(folder, 'config.json.new'))
    await expect(call(contract.writeConfigFile, choice)).rejects.toMatchObject({
      status: 400,
      reason: 'error.install.create_config_failed',
    })
    expect(await call(contract.checkConfigFile, {})).toEqual({
      config_file_exist: false,
      db_connection_success: false,
      db_table_exist: false,
    })
    rmSync(join(folder, 'config.json.new'), { recursive: true })
    expect(await call(contract.writeConfigFile, choice)).toBe(null)
  })

  test.runIf(engine === 'postgres')(
    'a database that has no room for every letter, or a user who may make nothing, is refused before it is chosen',
    async () => {
      const name = choice.db_name!
      await inCluster(`create database ${name}_ascii encoding SQL_ASCII lc_collate 'C' lc_ctype 'C' template template0`)
      await inCluster(`create role ${name} login password 'right'`)
      const refused = [
        [{ db_name: `${name}_ascii` }, 'error.database.not_utf8'],
        [{ db_username: name, db_password: 'right' }, 'error.database.no_rights'],
      ] as const
      for (const [change, reason] of refused)
        for (const step of [contract.checkDatabase, contract.writeConfigFile])
          await expect(call(step, { ...choice, ...change })).rejects.toMatchObject({ status: 400, reason })
      expect(existsSync(join(folder, 'config.json'))).toBe(false)
      await inCluster(`drop database ${name}_ascii`)
      await inCluster(`drop role ${name}`)
    },
  )

  test.runIf(engine === 'postgres')(
    'a TLS mode that the server lacks is told; where TLS is only preferred, it goes without',
    async () => {
      await expect(
        call(contract.checkDatabase, { ...choice, ssl_enabled: true, ssl_mode: 'require' }),
      ).rejects.toMatchObject({ reason: 'error.database.connection_failed' })
      for (const ssl_mode of ['prefer', 'allow'] as const)
        expect(await call(contract.checkDatabase, { ...choice, ssl_enabled: true, ssl_mode })).toEqual({
          connection_success: true,
        })
    },
  )
})
