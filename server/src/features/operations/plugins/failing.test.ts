import { pluginWidgets } from '@askwell/contract/plugin-pages.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { removePlugin, setPluginStatus } from '@askwell/contract/plugins.ts'
import { askQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { pluginCalled, sendPackage, turnPlugin } from '../../../../test/plugins.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'

describe.each(engines)('a plugin whose function fails (%s)', { timeout: 90_000 }, (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterAll(() => w.close())
  afterEach(() => w.as(admin).call(removePlugin, { body: { plugin_slug_name: 'failing' } }))

  const install = async (code: string, askwell: Record<string, unknown>) => {
    await sendPackage(w, admin, await pluginArchive({ slug_name: 'failing', code, askwell }))
    await turnPlugin(w, admin, 'failing', true)
  }
  const log = () => w.site.installed.logOf('failing').join('')

  test('answers programs with 503 and no word of why, which its log says', async () => {
    await install(
      `const answers = {
  '/right': ({ method }) => ({ status: 201, body: { method } }),
  '/throws': () => { throw new Error('of all that went wrong') },
  '/wrong': () => ({ code: 200 }),
  '/long': () => ({ status: 200, body: 'x'.repeat(300_000) }),
  '/page': () => ({ status: 200, headers: { 'content-type': 'text/html', 'set-cookie': 'a=b', etag: '"1"' }, body: '<b>b</b>' }),
}
export default { endpoint: (request) => answers[request.path](request) }`,
      { kinds: ['endpoint'], languages: undefined },
    )
    const ask = async (path: string, method: 'GET' | 'HEAD' = 'GET') => {
      const { statusCode, headers, body } = await w.server.inject({ method, url: `/plugins/failing/api${path}` })
      return { status: statusCode, headers, body }
    }
    expect(await ask('/right')).toMatchObject({ status: 201, body: '{"method":"GET"}' })
    expect(await ask('/right', 'HEAD')).toMatchObject({ status: 201, body: '' })
    for (const path of ['/throws', '/wrong', '/long']) {
      const { status, body } = await ask(path)
      expect([path, status]).toEqual([path, 503])
      expect(body).not.toContain('went wrong')
    }
    await expect.poll(log).toContain('of all that went wrong')
    expect(log()).toContain('its answer is nothing for endpoint')
    expect(log()).toContain('its answer is longer than 256 KB')
    const page = await ask('/page')
    expect(page.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', etag: '"1"' })
    expect(page.headers).not.toHaveProperty('set-cookie')
  })

  test.each([
    ['throws', `() => { throw new Error('no videos today') }`, 'no videos today'],
    ['answers something else', `() => [{ frame: 'https://video.example.org/' }]`, 'its answer is nothing for embed'],
    ['answers nothing', '() => {}', 'its answer is nothing for embed'],
  ])('and %s leaves an address a link', async (_, code, why) => {
    await install(`export default { embed: ${code} }`, {
      kinds: ['embed'],
      languages: undefined,
      hosts: ['video.example.org'],
    })
    const content = 'https://video.example.org/1'
    const html = await w.as(admin).call(renderPost, { body: { content } })
    expect(html).toContain(`href="${content}"`)
    expect(html).not.toContain('class="embed"')
    await expect.poll(log).toContain(why)
  })

  test('and stands on pages is switched off after five faults, with the reason in the list; pages go on without it', async () => {
    w.site.installed.supervision.pauseMs = 10
    const member = await w.given.member({ rank: 500 })
    await install('export default { widget: () => process.exit(1) }', {
      kinds: ['widget'],
      languages: undefined,
      places: ['post'],
    })
    let asked = 0
    const isOn = async () => {
      const tags = [{ slug_name: 'support' }]
      const body = { title: `Who reads page ${++asked} of these?`, content: `It is page ${asked}.`, tags }
      const { id } = await w.as(member).call(askQuestion, { body })
      expect(await w.nobody.call(pluginWidgets, { query: { place: 'post', object_ids: id } })).toEqual([])
      return (await pluginCalled(w, admin, 'failing'))!
    }
    await expect
      .poll(isOn, { timeout: 60_000, interval: 500 })
      .toMatchObject({ enabled: false, fault: { message: 'its process ended (code 1)' } })
    expect(log()).toContain('fault 5 of 5: its process ended (code 1)')
  })

  test.each([
    ['whose answer doesn’t fit', `() => ({ title: 'T', parts: [{ part: 'tabel' }] })`, '"tabel" is no part'],
    ['whose process ends', '() => process.exit(1)', 'its process ended (code 1)'],
  ])('and %s runs on, and the list says what went wrong until it is switched off', async (_, code, why) => {
    w.site.installed.supervision.pauseMs = 10
    await install(`export default { widget: ${code} }`, { kinds: ['widget'], languages: undefined, places: ['home'] })
    const inList = () => pluginCalled(w, admin, 'failing')
    expect(await inList()).toMatchObject({ trouble: null })
    await w.nobody.call(pluginWidgets, { query: { place: 'home' } })
    const trouble = { at: w.clock.now(), message: expect.stringContaining(why) as string }
    await expect.poll(inList).toMatchObject({ enabled: true, fault: null, trouble })
    await turnPlugin(w, admin, 'failing', false)
    expect(await inList()).toMatchObject({ trouble: null })
    await turnPlugin(w, admin, 'failing', true)
    expect(await inList()).toMatchObject({ trouble: null })
  })

  test('and judges texts lets none past it, though the site has switched it off; only an admin does', async () => {
    w.site.installed.supervision.pauseMs = 10
    const member = await w.given.member({ rank: 500 })
    let asked = 0
    const isShown = async () => {
      const tags = [{ slug_name: 'support' }]
      const body = { title: `Who reads number ${++asked} of these?`, content: `It is number ${asked}.`, tags }
      const { id } = await w.as(member).call(askQuestion, { body })
      return w.nobody.call(questionInfo, { query: { id } }).then(
        () => true,
        () => false,
      )
    }
    expect(await isShown()).toBe(true)
    await install('export default { reviewer: () => process.exit(1) }', { kinds: ['reviewer'], languages: undefined })
    const shown: boolean[] = []
    const isOn = async () => {
      shown.push(await isShown())
      return (await pluginCalled(w, admin, 'failing'))!.enabled
    }
    await expect.poll(isOn, { timeout: 60_000, interval: 1000 }).toBe(false)
    shown.push(await isShown())
    expect(shown).not.toContain(true)
    await w.as(admin).call(setPluginStatus, { body: { plugin_slug_name: 'failing', enabled: false } })
    expect(await isShown()).toBe(true)
  })
})
