import { plugins, savePluginConfig } from '@askwell/contract/plugins.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pluginCalled, sendPackage, turnPlugin } from '../../../test/plugins.ts'
import { pluginArchive } from '../../../test/plugin-package.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'

const EVIL = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.cookie)</script></svg>'

describe.each(engines)('icons of plugins (%s)', { timeout: 60_000 }, (engine) => {
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
  const get = (url: string, person?: TestUser, more = {}) =>
    w.server.inject({ url, headers: { ...(person && { cookie: `askwell_session=${person.token}` }), ...more } })
  const iconOf = async (slug_name: string) => (await pluginCalled(w, admin, slug_name))!.icon

  test('are files of the site, for everybody and kept by browsers, whether the plugin is on or off', async () => {
    const list = (await w.as(admin).call(plugins)).filter(({ icon }) => icon)
    expect(list.length).toBeGreaterThan(30)
    for (const { icon, slug_name } of list) {
      expect(icon).toMatch(new RegExp(`^/plugin-icons/${slug_name}/[0-9a-f]{32}\\.(svg|png)$`))
      const { statusCode, headers } = await get(icon, undefined, { 'sec-fetch-dest': 'image' })
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'image/svg+xml',
        'public, max-age=31536000, immutable',
      ])
    }
  })

  test('run nothing when they are opened by themselves, and are shown as pictures only', async () => {
    const files = { 'a.svg': EVIL }
    const askwell = { kinds: ['route'], languages: undefined, icon: 'a.svg', open_to: 'anyone' }
    const code = 'export default { route: { page: () => ({ title: "Page", parts: [] }), send: () => null } }'
    await sendPackage(w, admin, await pluginArchive({ slug_name: 'evil', code, askwell, files }))
    await turnPlugin(w, admin, 'evil', true)
    const icon = await iconOf('evil')
    const { body, headers } = await get(icon)
    expect(body).toBe(EVIL)
    expect(headers['x-content-type-options']).toBe('nosniff')
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual(expect.arrayContaining([`default-src 'none'`, 'sandbox']))
    expect(policy.join()).not.toMatch(/script|allow/)
    const page = (await get('/')).body
    expect(page).toMatch(new RegExp(`<a [^>]*href="/plugins/evil"[^>]*><img [^>]*src="${icon}" alt=""`))
    expect(page).not.toContain('alert(document.cookie)')
  })

  test('have another address with another picture; under others there is nothing', async () => {
    const before = await iconOf('evil')
    const files = { 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }
    const askwell = { kinds: ['route'], languages: undefined, icon: 'a.svg', open_to: 'anyone' }
    await sendPackage(w, admin, await pluginArchive({ slug_name: 'evil', version: '1.0.1', askwell, files }), 'evil')
    const now = await iconOf('evil')
    expect(now).not.toBe(before)
    for (const url of [before, now.replace('.svg', '.png'), now.replace('evil', 'none'), '/plugin-icons/chess/x.svg'])
      expect((await get(url)).statusCode).toBe(404)
  })

  test('stand on the login page and beside the logins of a member', async () => {
    const google = await iconOf('google')
    await w.as(admin).call(savePluginConfig, {
      body: { plugin_slug_name: 'google', config_fields: { client_id: 'a', client_secret: 'b' } },
    })
    await turnPlugin(w, admin, 'google', true)
    expect((await get('/users/login')).body).toContain(`src="${google}"`)
    expect((await get('/users/settings/account', admin)).body).toContain(`src="${google}"`)
    expect((await get('/admin/installed-plugins', admin)).body).toContain(`src="${google}"`)
  })
})
