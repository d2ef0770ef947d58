import { plugins, setPluginStatus } from '@askwell/contract/plugins.ts'
import { saveCustomCssHtml, themeSettings } from '@askwell/contract/site-settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendPackage } from '../../../../test/plugins.ts'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { engines, neighbourOf, type TestUser, type World, world } from '../../../../test/world.ts'

const CSS = ':root { --bg: light-dark(#fff, #000) }'
const LOOK = { name: 'sea', primary_color: '#0f5f76' }

describe.each(engines)('themes of plugins (%s)', (engine) => {
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
  const turn = (plugin_slug_name: string, enabled: boolean, agreed = ['theme', 'stylesheet']) =>
    w.as(admin).call(setPluginStatus, { body: { plugin_slug_name, enabled, agreed } })
  const pageOf = async (url = '/') => (await w.server.inject({ url })).body
  const stylesIn = (page: string) => /<link rel="stylesheet" href="(\/custom\.css[^"]*)"/.exec(page)?.[1]
  const looks = async () => (await w.as(admin).call(themeSettings)).looks
  const add = async (askwell: Record<string, unknown>, files: Record<string, string> = {}) => {
    const manifest = { kinds: ['theme'], languages: undefined, ...askwell }
    const bytes = await pluginArchive({ slug_name: 'harbour', askwell: manifest, files })
    return sendPackage(w, admin, bytes)
  }

  test('high contrast is on all pages but those of the administration, also on those that are kept, and goes again', async () => {
    expect(stylesIn(await pageOf())).toBeUndefined()
    expect(await looks()).toEqual([])
    await turn('contrast', true)
    const address = stylesIn(await pageOf())!
    const css = await w.server.inject({ url: address })
    expect([css.headers['cache-control'], css.body]).toEqual([
      'public, max-age=31536000, immutable',
      expect.stringContaining('--fg: light-dark(#000, #fff)'),
    ])
    expect(stylesIn((await w.server.inject({ url: '/admin/themes', cookies: {} })).body)).toBeUndefined()
    expect(await looks()).toEqual([
      expect.objectContaining({ name: 'contrast.white', title: 'High contrast, white' }),
      expect.objectContaining({
        name: 'contrast.black',
        look: expect.objectContaining({ color_scheme: 'dark', width: 'normal' }) as unknown,
      }),
    ])
    await turn('contrast', false)
    expect([stylesIn(await pageOf()), await looks()]).toEqual([undefined, []])
  })

  test('the admin’s own styles come after them, and safe mode leaves out both', async () => {
    await turn('contrast', true)
    await w.as(admin).call(saveCustomCssHtml, {
      body: { custom_css: '.mine { color: red }', allow_scripts: false, allowed_hosts: [] },
    })
    const { body } = await w.server.inject({ url: stylesIn(await pageOf())! })
    expect(body.indexOf('.mine')).toBeGreaterThan(body.indexOf('--fg'))
    const entered = await w.server.inject({ url: '/safe-mode' })
    const cookies = Object.fromEntries(entered.cookies.map(({ name, value }) => [name, value]))
    expect(stylesIn((await w.server.inject({ url: '/', cookies })).body)).toBeUndefined()
    await turn('contrast', false)
  })

  test.runIf(engine === 'postgres')('another process of the site shows them too', async () => {
    const other = await neighbourOf(w)
    try {
      await turn('contrast', true)
      await expect.poll(() => other.site.app!.plugins.styles()).toContain('--fg: light-dark')
    } finally {
      await turn('contrast', false)
      await other.close()
    }
  })

  test('one without code has no process, and one without styles asks for less', async () => {
    await add({ looks: [LOOK], words: { en_US: { name: 'Harbour', description: 'Blue.', look_sea: 'Sea' } } })
    const found = (await w.as(admin).call(plugins)).find(({ slug_name }) => slug_name === 'harbour')!
    expect(found.powers.map(({ power }) => power)).toEqual(['theme'])
    await turn('harbour', true, ['theme'])
    expect(await looks()).toMatchObject([{ name: 'harbour.sea', title: 'Sea', look: { navbar_style: 'light' } }])
    await turn('harbour', false)
  })

  test.each([
    ['a colour that is none', { looks: [{ ...LOOK, primary_color: 'blue' }] }, {}, 'askwell.looks'],
    ['two of one name', { looks: [LOOK, LOOK] }, {}, 'askwell.looks'],
    ['a key that no look has', { looks: [{ ...LOOK, script: 'x' }] }, {}, 'askwell.looks'],
    ['a stylesheet outside', { stylesheet: '../a.css' }, {}, 'askwell.stylesheet'],
    ['a stylesheet that is missing', { stylesheet: 'a.css' }, {}, "a.css isn't there"],
    ['one that loads', { stylesheet: 'a.css' }, { 'a.css': `${CSS} a { src: url(//a.example) }` }, 'has an address'],
  ])('%s is refused, with the reason', async (_, askwell, files, reason) => {
    const reply = await add({ looks: [LOOK], ...askwell }, files)
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply)).toContain(reason)
  })
})
