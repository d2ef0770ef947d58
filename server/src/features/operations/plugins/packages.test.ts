import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { auditLog } from '@askwell/contract/audit.ts'
import { pluginHistory } from '@askwell/contract/configuration.ts'
import { PLUGIN_ROW_BYTES, PLUGIN_STORAGE_BYTES } from '@askwell/contract/limits.ts'
import {
  addPluginInstance,
  deliveries,
  installPlugin,
  lookForPluginUpdates,
  pluginConfig,
  pluginLog,
  plugins,
  removePlugin,
  removePluginInstance,
  renamePluginInstance,
  savePluginConfig,
  setPluginStatus,
} from '@askwell/contract/plugins.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { askQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { pluginStatus, renderConfig } from '@askwell/contract/site.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { pluginCalled, sendPackage } from '../../../../test/plugins.ts'
import { archiveOf } from '../../../../test/npm-pack.ts'
import { pluginArchive, pluginManifest, REGISTRY, SHOUT, useRegistry } from '../../../../test/plugin-package.ts'
import { engines, neighbourOf, type TestUser, type World, world } from '../../../../test/world.ts'
import { threads } from '../../../../test/threads.ts'
import { createSendings } from '../../../lib/outbound-sending.ts'
import { createTcpConnections } from '../../../lib/outbound-tcp.ts'
import { createDatabaseTurns } from './database-turns.ts'
import { answerPlugin } from './kit-requests.ts'
import { upsertPackage } from './queries.ts'
import { listPluginsOn, PLUGINS_ON, saveSetting } from '../settings/queries.ts'
import { deleteAllStored, findStored, upsertStored } from './storage/queries.ts'

const SHOUTED = '```shout\nhear me\n```'
const DRAWN = '<div class="drawn"><p><strong>HEAR ME\n</strong></p></div>'

describe.each(engines)('plugins of others (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const send = async (bytes: Buffer, replaces?: string) => {
    return sendPackage(w, admin, bytes, replaces)
  }
  const upload = async (...given: Parameters<typeof pluginArchive>) => {
    const { slug_name = 'shout' } = given[0] ?? {}
    const reply = await send(await pluginArchive(...given), (await listed(slug_name)) && slug_name)
    expect(reply).toMatchObject({ status: 200 })
  }
  const listed = (slug_name = 'shout') => pluginCalled(w, admin, slug_name)
  const turn = (enabled: boolean, plugin_slug_name = 'shout', agreed?: string[]) =>
    w.as(admin).call(setPluginStatus, { body: { plugin_slug_name, enabled, agreed } })
  const turnOn = async (slug_name = 'shout') =>
    turn(
      true,
      slug_name,
      (await listed(slug_name))!.powers.map(({ power }) => power),
    )
  const render = (content = SHOUTED, by: Pick<World, 'as'> = w) => by.as(admin).call(renderPost, { body: { content } })
  const remove = (plugin_slug_name = 'shout', keep = false) =>
    w.as(admin).call(removePlugin, { body: { plugin_slug_name, keep } })

  test('one that is uploaded does nothing until an admin has read what it may do', async () => {
    await upload({ askwell: { permissions: ['storage', 'net:api.example.org'] } })
    expect(await listed()).toMatchObject({
      name: 'Plugin shout',
      version: '1.0.0',
      source: 'upload',
      enabled: false,
      powers: [
        { power: 'net:api.example.org', words: expect.stringContaining('api.example.org'), agreed: false },
        { power: 'render:shout', words: expect.stringContaining('“shout”'), agreed: false },
        { power: 'storage', words: expect.stringContaining('5 MB'), agreed: false },
      ],
    })
    expect(await render()).toContain('<code')
    await expect(turn(true)).rejects.toMatchObject({ status: 400, reason: 'error.plugin.not_agreed' })
    await expect(turn(true, 'shout', ['storage'])).rejects.toMatchObject({ reason: 'error.plugin.not_agreed' })
    expect(await w.nobody.call(renderConfig)).toBeNull()
  })

  test('switched on it draws its blocks at once, in previews and in what is kept', async () => {
    await turnOn()
    expect(await render()).toBe(DRAWN)
    expect(await w.nobody.call(renderConfig)).toEqual({ select_theme: '' })
    expect((await w.nobody.call(pluginStatus)).map(({ name }) => name)).toEqual(['Plugin shout'])
    const asked = {
      title: 'Who can hear me from here?',
      content: `Listen:\n\n> ${SHOUTED.replaceAll('\n', '\n> ')}`,
      tags: [{ slug_name: 'support' }],
    }
    const { id } = await w.as(admin).call(askQuestion, { body: asked })
    expect((await w.nobody.call(questionInfo, { query: { id } })).html).toContain(DRAWN)
    expect(await render('```js\nlet a = 1\n```')).toContain('language-js')
  })

  test('what it answers is made safe, whatever it is', async () => {
    const evil = `</div></div><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a><svg onload="alert(1)" viewBox="0 0 9 9"><rect x="1" width="3" fill="url(https://evil.example/x)" stroke="red" style="position:fixed"/><foreignObject><p>b</p></foreignObject></svg><p class="alert" id="h-top">c</p>`
    await upload({
      version: '1.0.1',
      code: `export default { render: () => [${JSON.stringify(evil)}] }`,
      askwell: { permissions: ['storage', 'net:api.example.org'] },
    })
    const html = await render()
    expect(html).not.toMatch(
      /script|onload|onerror|javascript|evil\.example|position|foreignobject|<img|<a |class="alert"|id=/i,
    )
    expect(html).toMatch(/^<div class="drawn">a<svg viewbox="0 0 9 9"><rect x="1" width="3" stroke="red"/)
    expect(html.match(/<div/g)).toHaveLength(html.match(/<\/div/g)!.length)
  })

  test('another version takes its place at once; one that wants more asks again first', async () => {
    const code = SHOUT.replace('toUpperCase', 'trim')
    await upload({ version: '1.1.0', code })
    expect(await render()).toBe('<div class="drawn"><p><strong>hear me</strong></p></div>')
    await upload({ version: '1.2.0', code, askwell: { permissions: ['net:more.example.org'] } })
    expect(await render()).toContain('<code')
    expect((await listed())!.powers.map(({ power, agreed }) => [power, agreed])).toEqual([
      ['net:more.example.org', false],
      ['render:shout', true],
    ])
    await turnOn()
    expect(await render()).toContain('hear me</strong>')
  })

  test('another version that is less than the one before leaves the places that it had', async () => {
    const code = `export default { render: (blocks) => blocks.map(() => null), notification() {}, connector: { begin() {}, finish() {} } }`
    const kinds = ['render', 'notification', 'connector']
    await upload({ slug_name: 'many', code, askwell: { kinds, languages: ['many'] } })
    await turnOn('many')
    const places = () =>
      [w.site.channels, w.site.connectors].map((place) => place.list().some(({ slug_name }) => slug_name === 'many'))
    expect(places()).toEqual([true, true])
    await upload({ slug_name: 'many', version: '2.0.0', code, askwell: { kinds: ['render'], languages: ['many'] } })
    expect(places()).toEqual([false, false])
    await remove('many')
  })

  test('another process of the site follows', async () => {
    if (engine === 'sqlite') return // one process at a time
    const other = await neighbourOf(w)
    try {
      expect(await render(SHOUTED, other)).toContain('drawn')
      await turn(false)
      await expect.poll(() => render(SHOUTED, other), { timeout: 20_000 }).toContain('<code')
      await turnOn()
      await expect.poll(() => render(SHOUTED, other), { timeout: 20_000 }).toContain('drawn')
    } finally {
      await other.close()
    }
  })

  test('one that couldn’t begin in one process hears in another of what happened there', async () => {
    if (engine === 'sqlite') return // one process at a time
    await upload({
      slug_name: 'ears',
      code: `export default { event: ({ event }) => console.log('heard', event) }`,
      askwell: { kinds: ['event'], events: ['question.asked'], languages: undefined },
    })
    await turnOn('ears')
    const other = await neighbourOf(w)
    other.site.app!.plugins.use('ears', undefined)
    const body = {
      title: 'Who hears of what happens there?',
      content: 'Somebody else.',
      tags: [{ slug_name: 'support' }],
    }
    await other.as(admin).call(askQuestion, { body })
    await w.settle()
    await expect.poll(() => w.site.installed.logOf('ears').join('')).toContain('heard question.asked')
    await other.close()
    await remove('ears')
  })

  test('one whose settings are saved hears afterwards what happened meanwhile', async () => {
    await upload({
      slug_name: 'anew',
      code: `export default { event: ({ event }) => console.log('heard', event) }`,
      askwell: {
        kinds: ['event'],
        events: ['question.asked'],
        languages: undefined,
        config: [{ name: 'word', kind: 'text', default: 'old' }],
      },
    })
    await turnOn('anew')
    const heard = () => w.site.installed.logOf('anew').filter((line) => line.includes('heard')).length
    const { installed } = w.site
    const { start } = installed
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The former process has just ended by itself, and the new one hasn't taken its place yet.
    installed.start = async (...given) => {
      installed.stop('anew')
      const plugin = await start(...given)
      begun.resolve()
      await held.promise
      return plugin
    }
    const saving = w
      .as(admin)
      .call(savePluginConfig, { body: { plugin_slug_name: 'anew', config_fields: { word: 'new' } } })
    await begun.promise
    await threads(w).ask(admin)
    await w.settle()
    expect([w.faults, heard()]).toEqual([[], 0])
    held.resolve()
    await saving
    installed.start = start
    w.clock.advance(2)
    await w.settle()
    await expect.poll(heard).toBe(1)
    expect((await w.as(admin).call(deliveries, { query: { plugin_slug_name: 'anew' } })).list).toMatchObject([
      { event: 'question.asked', status: 'delivered' },
    ])
    await remove('anew')
  })

  test('its settings are a form in its own words; it gets them', async () => {
    await upload({
      version: '2.0.0',
      code: `export default { render: (blocks, { config, language }) => blocks.map(() => '<p>' + config.word + ' ' + config.loud + ' ' + language + '</p>') }`,
      askwell: {
        config: [
          { name: 'word', kind: 'text', required: true },
          { name: 'loud', kind: 'switch' },
          { name: 'key', kind: 'secret' },
        ],
        words: {
          en_US: { name: 'Shout', description: 'Shouts.', field_word: 'The word' },
          de_DE: { name: 'Ruf', description: 'Ruft.', field_word: 'Das Wort' },
        },
      },
    })
    expect(await listed()).toMatchObject({ name: 'Shout', set_up: false, have_config: true })
    expect(await render()).toContain('<code')
    await w
      .as(admin)
      .call(savePluginConfig, { body: { plugin_slug_name: 'shout', config_fields: { word: 'hey', key: 's3cret' } } })
    expect(await render()).toBe('<div class="drawn"><p>hey false en_US</p></div>')
    const { config_fields } = await w.as(admin).call(pluginConfig, { query: { plugin_slug_name: 'shout' } })
    expect(config_fields!.map(({ title }) => title)).toEqual(['The word', 'loud', 'key'])
    expect(JSON.stringify(config_fields)).not.toContain('s3cret')
  })

  test('removed it is gone: what it drew stays, the rest does not', async () => {
    await remove()
    expect(await listed()).toBeUndefined()
    expect(await render()).toContain('<code')
    expect(await w.as(admin).call(pluginLog, { query: { plugin_slug_name: 'shout' } })).toEqual(expect.any(Array))
    await expect(remove()).rejects.toMatchObject({ status: 404, reason: 'error.plugin.not_found' })
    const { list } = await w.as(admin).call(auditLog, { query: { kind: 'plugin' } })
    expect(list.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['plugin.removed', 'plugin.uploaded', 'plugin.changed']),
    )
    expect(JSON.stringify(list)).not.toContain('s3cret')
    const { rows } = {
      rows: await w.app.db.selectFrom('settings').select('name').where('name', 'like', 'plugin%shout').execute(),
    }
    expect(rows).toEqual([])
  })

  test('a folder in the site’s plugins is found while the site runs, and followed', async () => {
    const folder = join(w.folder, 'plugins', 'mine')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), pluginManifest({ slug_name: 'mine' }))
    writeFileSync(join(folder, 'index.js'), SHOUT)
    expect(await listed('mine')).toMatchObject({ source: 'folder', enabled: false })
    await turnOn('mine')
    expect(await render()).toBe(DRAWN)
    writeFileSync(join(folder, 'index.js'), SHOUT.replace('toUpperCase', 'trim'))
    await expect.poll(() => render(), { timeout: 20_000 }).toContain('<strong>hear me</strong>')
    writeFileSync(join(folder, 'package.json'), '{ "askwell": {} }')
    const broken = (await w.as(admin).call(plugins)).find(({ slug_name }) => slug_name === 'mine')
    expect(broken).toMatchObject({ enabled: false, description: expect.stringContaining('askwell.kinds is empty') })
    rmSync(folder, { recursive: true })
    expect(await listed('mine')).toBeUndefined()
  })

  test('an upload that no longer fits the site is told so, and can be removed', async () => {
    await upload({ slug_name: 'aged' })
    const archive = await pluginArchive({ slug_name: 'aged', askwell: { api: '^9.0.0' } })
    const stored = { slug_name: 'aged', digest: 'of another time', archive }
    await w.app.transaction((tx) => upsertPackage(tx.db, { ...stored, uploaded_at: tx.now() }))
    expect(await listed('aged')).toMatchObject({
      source: 'upload',
      enabled: false,
      description: expect.stringContaining('askwell.api'),
    })
    await remove('aged')
    expect(await listed('aged')).toBeUndefined()
  })

  test('removing an upload whose name another plugin has taken leaves that one as it is', async () => {
    await upload({ slug_name: 'twin' })
    const folder = join(w.folder, 'plugins', 'twin')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), pluginManifest({ slug_name: 'twin' }))
    writeFileSync(join(folder, 'index.js'), SHOUT)
    await turnOn('twin')
    const twins = (await w.as(admin).call(plugins)).filter(({ slug_name }) => slug_name === 'twin')
    expect(twins.map(({ source }) => source)).toEqual(['folder', 'upload'])
    const page = async (query = '') => {
      const url = `/admin/installed-plugins${query}`
      return (await w.server.inject({ url, headers: { cookie: `askwell_session=${admin.token}` } })).body
    }
    const list = await page('?kind=broken')
    expect(list).toMatch(/there is a plugin twin already[^]*added by an admin[^]*aria-label="Remove: twin"/)
    const ids = [...(await page()).matchAll(/ id="(plugin-[^"]+)"/g)].map(([, id]) => id)
    expect(ids.length).toBe(new Set(ids).size)
    const asking = await page('?remove=twin')
    expect(asking).toContain('The other plugin of its name stays as it is.')
    expect(asking).not.toContain('name="keep"')
    await remove('twin')
    expect(await listed('twin')).toMatchObject({ source: 'folder', enabled: true })
    await turn(false, 'twin')
    const other = join(w.folder, 'plugins', 'zwilling')
    cpSync(folder, other, { recursive: true })
    const named = (await w.as(admin).call(plugins)).filter(({ source }) => source === 'folder')
    expect(named.map(({ slug_name }) => slug_name)).toEqual(['twin', 'zwilling'])
    for (const one of [folder, other]) rmSync(one, { recursive: true })
  })

  test('a folder of the site’s plugins that turns into a file stops nothing', async () => {
    const folder = join(w.folder, 'plugins', 'turning')
    const write = () => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'package.json'), pluginManifest({ slug_name: 'turning' }))
      writeFileSync(join(folder, 'index.js'), SHOUT)
    }
    write()
    await turnOn('turning')
    expect(await render()).toBe(DRAWN)
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file')
    writeFileSync(folder, 'another')
    await expect.poll(() => render(), { timeout: 20_000 }).not.toBe(DRAWN)
    rmSync(folder)
    write()
    await expect.poll(() => render(), { timeout: 20_000 }).toBe(DRAWN)
    rmSync(folder, { recursive: true })
    expect(await listed('turning')).toBeUndefined()
  }, 60_000)

  test('what is no plugin is refused, and says why', async () => {
    const manifest = pluginManifest({})
    const ok = { name: 'package/package.json', content: manifest }
    const index = { name: 'package/index.js', content: SHOUT }
    const folderHeader = gunzipSync(await archiveOf([{ name: 'package/x/', type: 'directory' }])).subarray(0, 512)
    const cases: [string, Buffer, RegExp][] = [
      ['no archive', Buffer.from('PK'), /no \.tgz/],
      ['no manifest', await archiveOf([index]), /no package\.json/],
      ['no main', await archiveOf([ok]), /index\.js isn't there/],
      [
        'a link',
        await archiveOf([ok, index, { name: 'package/x', type: 'symlink', linkname: '/etc/passwd' }]),
        /no plain file/,
      ],
      [
        'a way out',
        await archiveOf([ok, index, { name: 'package/../../x', content: '1' }]),
        /name that isn't accepted/,
      ],
      ['a file twice', await archiveOf([ok, index, index]), /twice/],
      [
        'much in little',
        await archiveOf([ok, index, { name: 'package/x', content: Buffer.alloc(30 * 2 ** 20) }]),
        /more than .*10 MB/,
      ],
      [
        'folders without end',
        gzipSync(Buffer.concat([Buffer.alloc(13 * 2 ** 20, folderHeader), gunzipSync(await archiveOf([ok, index]))])),
        /more than .*10 MB/,
      ],
      [
        'names that a disk may take for one',
        await archiveOf([ok, index, { ...index, name: 'package/Index.js' }]),
        /twice/,
      ],
      [
        'a file that is a folder',
        await archiveOf([ok, index, { ...index, name: 'package/a' }, { ...index, name: 'package/a/b' }]),
        /a as a file and as a folder/,
      ],
      ['a name that all objects have', await pluginArchive({ slug_name: 'constructor' }), /askwell\.slug_name/],
      [
        'words that turn others round',
        await pluginArchive({ askwell: { words: { en_US: { name: 'Good\u202Eneve', description: 'For a test.' } } } }),
        /control character/,
      ],
      ['a taken name', await pluginArchive({ slug_name: 'google' }), /already/],
      [
        'events that are none',
        await pluginArchive({ askwell: { kinds: ['event'], languages: undefined, events: ['question.created'] } }),
        /question\.created.* is no event that plugins hear of: there are question\.asked, .*badge\.awarded/,
      ],
      [
        'wrong in many ways',
        await pluginArchive({
          askwell: { kinds: ['magic'], permissions: ['net:*', 'root'], api: '^2.0.0', extra: 1, words: {} },
        }),
        /extra isn't known.*askwell\.api.*no kind.*no host.*no permission.*words/,
      ],
    ]
    for (const [what, bytes, why] of cases) {
      const reply = await send(bytes)
      expect([what, reply.status]).toEqual([what, 400])
      expect(JSON.stringify(reply.data), what).toMatch(why)
    }
    expect(existsSync(join(w.folder, 'x'))).toBe(false)
  })

  test('there are as many of one as an admin wants, each with a name, settings and an agreement of its own', async () => {
    const code = `export default { render: (blocks, { config }) => blocks.map(() => '<p>' + config.mark + '</p>') }`
    await upload({ slug_name: 'marks', code, askwell: { config: [{ name: 'mark', kind: 'text', default: '?' }] } })
    const add = (name: string, plugin_slug_name = 'marks') =>
      w.as(admin).call(addPluginInstance, { body: { plugin_slug_name, name } })
    expect(await add('Second')).toEqual({ slug_name: 'marks_2' })
    expect(await add('Third')).toEqual({ slug_name: 'marks_3' })
    expect(await listed('marks_2')).toMatchObject({ name: 'Second', instance_of: 'marks', enabled: false })
    await expect(add('More', 'marks_2')).rejects.toMatchObject({ reason: 'error.plugin.only_one' })
    await expect(add('More', 'picture_captcha')).rejects.toMatchObject({ reason: 'error.plugin.only_one' })
    const same = await send(await pluginArchive({ slug_name: 'marks_2' }))
    expect(same).toMatchObject({ status: 400 })
    await turnOn('marks_2')
    await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'marks_2', config_fields: { mark: 'own' } } })
    expect(await render()).toBe('<div class="drawn"><p>own</p></div>')
    expect((await listed('marks'))!.enabled).toBe(false)
    await w.as(admin).call(renamePluginInstance, { body: { plugin_slug_name: 'marks_2', name: 'Renamed' } })
    expect((await w.nobody.call(pluginStatus)).map(({ name }) => name)).toContain('Renamed')
    const { list: changes } = await w.as(admin).call(pluginHistory, { query: { plugin_slug_name: 'marks_2' } })
    expect(changes.map(({ action }) => action)).toEqual(['plugin.changed'])
    const told = {
      event: 'question.asked',
      object_type: 'question',
      object_id: 1,
      question_id: 1,
      status: 'delivered' as const,
    }
    await w.app.transaction(({ db }) =>
      db
        .insertInto('plugin_deliveries')
        .values({
          ...told,
          plugin: 'marks_2',
          job_id: 0,
          due_event_id: 0,
          answer: '',
          milliseconds: 0,
          attempts: 1,
          created_at: 1,
          updated_at: 1,
        })
        .execute(),
    )
    await w.as(admin).call(removePluginInstance, { body: { plugin_slug_name: 'marks_2' } })
    expect(await listed('marks_2')).toBeUndefined()
    expect(await w.app.db.selectFrom('plugin_deliveries').select('plugin').execute()).toEqual([])
    expect(await render()).toContain('<code')
    expect(await add('Fourth')).toEqual({ slug_name: 'marks_4' })
    const namesOnPage = async () => {
      const headers = { cookie: `askwell_session=${admin.token}` }
      const { body } = await w.server.inject({ url: '/admin/installed-plugins?q=marks', headers })
      return [...body.matchAll(/class="plugin-name"><span>([^<]+)/g)].map(([, name]) => name)
    }
    expect(await namesOnPage()).toEqual(['Plugin marks', 'Third', 'Fourth'])
    await w.as(admin).call(renamePluginInstance, { body: { plugin_slug_name: 'marks_4', name: 'third' } })
    expect(await namesOnPage()).toEqual(['Plugin marks', 'Third (marks_3)', 'third (marks_4)'])
    await remove('marks')
    expect((await w.as(admin).call(plugins)).filter(({ instance_of }) => instance_of === 'marks')).toEqual([])
  })

  test('takes the place only of itself; where logins hang on it, it is agreed to again', async () => {
    const captcha = { kinds: ['captcha'], languages: [] }
    const code = 'export default { captcha: { challenge: () => [], verify: () => false } }'
    const one = (version: string) => pluginArchive({ slug_name: 'gate', version, code, askwell: captcha })
    const isAgreed = async () => (await listed('gate'))!.powers.every(({ agreed }) => agreed)
    const taken = { reason: 'error.plugin.name_taken' }
    const install = (name: string) => w.as(admin).call(installPlugin, { body: { registry: REGISTRY, package: name } })
    useRegistry(w, 'gate-one', { '1.0.0': await one('1.0.0') })
    await install('gate-one')
    await turnOn('gate')
    useRegistry(w, 'gate-two', { '9.0.0': await one('9.0.0') })
    expect(await refusal(install('gate-two'))).toMatchObject(taken)
    expect(await send(await one('9.0.0'))).toMatchObject({ status: 400, reason: taken.reason })
    const [manifest, index] = [
      pluginManifest({ slug_name: 'gate', askwell: captcha }),
      { name: 'package/index.js', content: code },
    ]
    const renamed = { name: 'package/package.json', content: manifest.replace('askwell-plugin-gate', 'another') }
    expect(await send(await archiveOf([renamed, index]), 'gate')).toMatchObject({ status: 400, reason: taken.reason })
    expect(await send(await one('9.0.0'), 'marks')).toMatchObject({ status: 400 })
    expect(await listed('gate')).toMatchObject({ version: '1.0.0' })
    useRegistry(w, 'gate-one', { '1.1.0': await one('1.1.0') })
    await install('gate-one')
    expect(await isAgreed()).toBe(true)
    expect(await send(await one('1.2.0'), 'gate')).toMatchObject({ status: 200 })
    expect(await listed('gate')).toMatchObject({ version: '1.2.0' })
    expect(await isAgreed()).toBe(false)
    await remove('gate')
  })

  test('what a power cut left of its files is made good', async () => {
    await upload({ slug_name: 'whole' })
    await turnOn('whole')
    expect(await render()).toBe(DRAWN)
    await turn(false, 'whole')
    const ready = join(w.folder, 'plugins', '.ready')
    const folder = readdirSync(ready).find((name) => name.startsWith('whole-'))!
    writeFileSync(join(ready, folder, 'index.js'), '')
    await turnOn('whole')
    expect(await render('```shout\nafterwards\n```')).toContain('AFTERWARDS')
    await remove('whole')
  })

  test('each key takes room besides what is in it, so that many small ones have an end, too', async () => {
    const stored = { plugin: 'shout', user_id: 0, value: '""', updated_at: 0 }
    const bytes = PLUGIN_STORAGE_BYTES - PLUGIN_ROW_BYTES
    await w.app.transaction((tx) => upsertStored(tx.db, { ...stored, key: 'big', bytes }))
    const asking = {
      slug_name: 'shout',
      name: 'Shout',
      permissions: ['storage'],
      powers: ['storage'],
      config: {},
      connections: createTcpConnections(),
      sendings: createSendings(),
      aboutAccounts: w.site.aboutAccounts,
      inTurn: createDatabaseTurns(),
      origins: new Set<string>(),
    }
    const set = () => answerPlugin(w.app, asking, 'storage.set', ['a', 1])
    const on = await listPluginsOn(w.app.db)
    const turn = (names: string[]) => w.app.transaction((tx) => saveSetting(tx.db, PLUGINS_ON, names, tx.now()))
    await turn([...on, 'shout'])
    await expect(set()).rejects.toThrow('at most 5 MB')
    await w.app.transaction((tx) => deleteAllStored(tx.db, 'shout'))
    await set()
    await w.app.transaction((tx) => deleteAllStored(tx.db, 'shout'))
    // What comes after it was switched off, or removed, is kept by nobody.
    await turn(on)
    await expect(set()).rejects.toThrow('it was switched off')
    expect(await findStored(w.app.db, 'shout', 'a')).toBeUndefined()
  })

  test('reaches no other port of the server that a setting names', async () => {
    const asked: string[] = []
    const request: typeof w.app.outbound.request = async (address) => {
      asked.push(address)
      return { status: 200, headers: {}, body: Buffer.alloc(0) }
    }
    const app = { ...w.app, outbound: { ...w.app.outbound, request } }
    const asking = {
      slug_name: 'shout',
      name: 'Shout',
      permissions: ['net:{url}'],
      powers: ['net:{url}'],
      connections: createTcpConnections(),
      sendings: createSendings(),
      aboutAccounts: w.site.aboutAccounts,
      inTurn: createDatabaseTurns(),
      origins: new Set<string>(),
    }
    const fetchBy = (url: string, address: string) =>
      answerPlugin(app, { ...asking, config: { url } }, 'fetch', [address])
    await fetchBy('https://in.example.org/hook', 'https://in.example.org/other')
    await fetchBy('https://in.example.org:8443/hook', 'https://in.example.org:8443/')
    for (const [url, address] of [
      ['https://in.example.org/hook', 'https://in.example.org:8443/'],
      ['https://in.example.org/hook', 'http://in.example.org/'],
      ['https://in.example.org:8443/', 'https://in.example.org/'],
    ] as const)
      await expect(fetchBy(url, address)).rejects.toThrow('has no permission')
    expect(asked).toEqual(['https://in.example.org/other', 'https://in.example.org:8443/'])
    asked.length = 0
    const list = 'in.example.org wiki.example.org:8443'
    await fetchBy(list, 'https://in.example.org/a')
    await fetchBy(list, 'http://in.example.org/b')
    await fetchBy(list, 'https://wiki.example.org:8443/c')
    for (const address of ['https://in.example.org:8443/', 'https://wiki.example.org/', 'https://a.in.example.org/'])
      await expect(fetchBy(list, address)).rejects.toThrow('has no permission')
    expect(asked).toEqual(['https://in.example.org/a', 'http://in.example.org/b', 'https://wiki.example.org:8443/c'])
  })

  test('connects to the server that a setting names and to no other, not even another port of it', async () => {
    const opened: unknown[] = []
    const open = async (...given: unknown[]) => {
      opened.push(given)
      return randomUUID()
    }
    const connections = { ...createTcpConnections(), open }
    const asking = {
      slug_name: 'shout',
      name: 'Shout',
      permissions: ['tcp:{server}'],
      powers: ['tcp:{server}'],
      connections,
      sendings: createSendings(),
      aboutAccounts: w.site.aboutAccounts,
      inTurn: createDatabaseTurns(),
      origins: new Set<string>(),
    }
    const connect = (server: string, to: string, init?: object) =>
      answerPlugin(w.app, { ...asking, config: { server } }, 'tcp.open', [to, init])
    await connect('ldaps://ldap.example.org', 'ldap.example.org:636', { tls: true })
    await connect('ldap://ldap.example.org:3389', 'ldap.example.org:3389', { tls: 'yes' })
    await connect('ldap.example.org:389', 'ldap.example.org:389')
    for (const [server, to] of [
      ['ldaps://ldap.example.org', 'ldap.example.org:389'],
      ['ldap://ldap.example.org', 'ldap.example.org:636'],
      ['ldap://ldap.example.org', 'ldap.example.net:389'],
      ['https://ldap.example.org', 'ldap.example.org:443'],
      ['', 'ldap.example.org:389'],
    ] as const)
      await expect(connect(server, to)).rejects.toThrow('has no permission')
    expect(opened).toEqual(
      [
        [636, true],
        [3389, false],
        [389, false],
      ].map(([port, secure]) => [
        { host: 'ldap.example.org', port },
        { inside: false, secure },
      ]),
    )
  })

  test('one comes from a registry as it promised it, and is updated from there; more powers are asked for again', async () => {
    const name = '@toys/askwell-plugin-toy'
    const first = await pluginArchive({ slug_name: 'toy', askwell: { languages: ['toy'] } })
    const more = { languages: ['toy'], permissions: ['storage'] }
    const second = await pluginArchive({ slug_name: 'toy', version: '1.1.0', askwell: more })
    const install = (body: object = {}) =>
      w.as(admin).call(installPlugin, { body: { registry: `${REGISTRY}/`, package: name, ...body } })
    const refused = async (body?: object) => expect((await refusal(install(body))).reason).toBe('error.plugin.registry')
    await expect(install({ registry: 'http://registry.example.org' })).rejects.toMatchObject({ fields: ['registry'] })
    await refused({ package: '../../etc' })
    useRegistry(w, name, { '1.0.0': first }, (dist) => ({
      ...dist,
      integrity: dist.integrity.replace(/-.{4}/, '-AAAA'),
    }))
    await refused()
    useRegistry(w, name, { '1.0.0': first }, ({ tarball }) => ({ tarball, integrity: 'sha1-AAAA' }))
    await refused()
    useRegistry(w, name, { '1.0.0': first }, (dist) => ({ ...dist, tarball: 'https://inside.example.org/a.tgz' }))
    await refused()
    expect(await listed('toy')).toBeUndefined()
    useRegistry(w, name, { '1.0.0': first, '1.1.0': second })
    await refused({ package: '@toys/nothing' })
    await refused({ version: '9.9.9' })
    expect(await install({ version: '1.0.0' })).toEqual({ slug_name: 'toy' })
    expect(await listed('toy')).toMatchObject({
      version: '1.0.0',
      source: 'upload',
      enabled: false,
      origin: { registry: `${REGISTRY}/`, name, private_network: false },
    })
    await turnOn('toy')
    const look = () => w.as(admin).call(lookForPluginUpdates, { body: {} })
    expect(await look()).toEqual({ asked: 1, newer: 1, failed: 0 })
    expect((await listed('toy'))!.origin).toMatchObject({ newer: '1.1.0' })
    await install()
    expect(await listed('toy')).toMatchObject({ version: '1.1.0', enabled: true, origin: { newer: '' } })
    useRegistry(w, 'another', {})
    expect(await look()).toEqual({ asked: 1, newer: 0, failed: 1 })
    expect((await listed('toy'))!.powers.filter(({ agreed }) => !agreed).map(({ power }) => power)).toEqual(['storage'])
    expect(await render('```toy\nhear me\n```')).toContain('<code')
    await turnOn('toy')
    expect(await render('```toy\nhear me\n```')).toContain('HEAR ME')
    await remove('toy')
  })
})
